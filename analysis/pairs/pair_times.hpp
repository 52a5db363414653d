#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/run/point_series.hpp"
#include "analysis/run/selection.hpp"
#include "harness/core/mean_interval.hpp"
#include "harness/core/names.hpp"
#include "harness/core/units.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// What a point of suite pairs measures: there and back, timed where it begins, or one way, timed where it arrives.
enum class PairPart { latency, bandwidth };

/// What one rank of a pair measured in one direction.
struct DirectedTime {
  std::string id;  ///< the point
  std::size_t n = 0;
  double median_ns = 0;
  BlockMedians blocks;
  /// Student's over the logarithms of the blocks' medians, ns. Blocks grow, so that a long warm-up leaves few: where it
  /// leaves fewer than five, five stretches of the iterations that count. Nothing below three blocks and ten
  /// iterations, of an unsteady point, and of one that was recorded as a summary, which keeps no samples of single
  /// ranks.
  std::optional<MeanInterval> interval;
};

/// Two ranks; "forward": the lower one begins.
struct RankPair {
  Rank a, b;
  std::optional<DirectedTime> forward, backward;
};

/// All pairs that were measured alike: one part, on one backend.
struct PairTimes {
  PairPart part = PairPart::latency;
  std::string backend;
  std::int64_t bytes = 0;
  bool yields = false;          ///< ranks share cores
  bool summary = false;         ///< recorded as a summary
  std::vector<RankPair> pairs;  ///< sorted by ranks
};

/// What datagrams of --pairs.udp found, one way between two ranks.
struct DatagramPath {
  Rank from, to;
  std::string id;        ///< a point that says so
  std::int64_t mtu = 0;  ///< largest packet that came through unfragmented, bytes; 0: none
  std::int64_t sent = 0, received = 0;
};

struct MeasuredPairs {
  std::vector<PairTimes> times;
  std::vector<DatagramPath> datagrams;             ///< sorted by ranks
  std::vector<std::pair<Rank, Rank>> unreachable;  ///< those kept the run from measuring anything
  std::string unreachable_id;                      ///< a point that says so
  std::vector<std::string> unsteady;               ///< points without a steady state, whose times have no intervals
  std::size_t points = 0, measured_points = 0;     ///< of the suite
};

/// Reads the run's selected points of suite pairs; late starts and wrong payloads take an iteration out for the pair
/// that had them alone. Throws Error(data) as the reader does, and where a point's pairs are not those of its samples;
/// Error(usage) where nothing is selected.
MeasuredPairs read_pairs(const results::RunReader& reader, const Selection& selection);

}  // namespace syncbench::analysis

template <>
struct syncbench::Names<syncbench::analysis::PairPart> {
  using PairPart = syncbench::analysis::PairPart;
  static constexpr std::array<std::pair<PairPart, std::string_view>, 2> table{{
      {PairPart::latency, "latency"},
      {PairPart::bandwidth, "bandwidth"},
  }};
};
