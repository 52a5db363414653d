#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace syncbench::analysis {

/// What an operation takes the first times, from the very first on.
struct WarmUp {
  std::int64_t first_ns = 0, second_ns = 0;
  std::int64_t warm_ns = 0;                ///< the median of the second half
  std::optional<std::size_t> warm_after;   ///< iterations; nothing: none of them is warm
  std::int64_t excess_ns = 0;              ///< of all iterations until then beyond warm_ns; never below 0
  std::optional<double> one_call_removes;  ///< the first iteration's share of it; nothing where there is no excess
};

/// The median over iterations [begin, end).
struct CurvePoint {
  std::size_t begin = 0, end = 0;
  std::int64_t median_ns = 0;
};

/// Warm is the first iteration from which on nine of ten, it among them, take no longer than 95 % of the second half
/// do, nor than twice its median (or three quarters of it, if that is more). `times`: of the slowest rank, ns, in
/// order. Nothing for fewer than 20: half of them are the yardstick.
std::optional<WarmUp> warm_up_of(std::span<const std::int64_t> times);

/// The course of a warm-up: iterations 0, 1, 2 to 3, 4 to 7, and so on.
std::vector<CurvePoint> curve_of(std::span<const std::int64_t> times);

}  // namespace syncbench::analysis
