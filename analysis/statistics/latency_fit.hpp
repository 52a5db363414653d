#pragma once

#include <optional>
#include <span>
#include <vector>

namespace syncbench::analysis {

/// A message size and what it took.
struct SizeTime {
  double bytes = 0;
  double nanos = 0;
};

/// The latency–bandwidth model T = α + β · bytes over neighbouring sizes that follow one protocol (Hockney 1994, doi
/// 10.1016/S0167-8191(06)80021-9).
struct LatencySegment {
  double first_bytes = 0, last_bytes = 0;
  double alpha_ns = 0;
  double beta_ns_per_byte = 0;
  double worst = 0;  ///< largest relative residual

  /// A negative latency or a rate below 0 describes nothing.
  bool fits() const noexcept { return alpha_ns >= 0 && beta_ns_per_byte > 0; }
};

/// Cuts a size sweep where its α–β line breaks and fits each piece by weighted least squares of relative errors. Number
/// and places of the cuts minimise Schwarz' criterion (1978, doi 10.1214/aos/1176344136) with noise of at least 2 %;
/// each segment has at least three sizes. `points` ascend in bytes, with times above 0. Nothing for fewer than three.
std::vector<LatencySegment> latency_segments(std::span<const SizeTime> points);

}  // namespace syncbench::analysis
