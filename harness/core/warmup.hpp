#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <syncbench/core/names.hpp>

namespace syncbench {

/// What can be said of a series' state.
enum class Steadiness {
  steady,    ///< after the warm-up
  unsteady,  ///< no cut leaves a steady rest: a result, not an error
  too_few,   ///< not enough samples to call it unsteady
};

template <>
struct Names<Steadiness> {
  static constexpr std::array<std::pair<Steadiness, std::string_view>, 3> table{{
      {Steadiness::steady, "steady"},
      {Steadiness::unsteady, "unsteady"},
      {Steadiness::too_few, "too-few"},
  }};
};

/// Where a series begins to be steady.
struct Warmup {
  std::size_t samples = 0;  ///< to leave out at the beginning; 0 unless steady
  Steadiness steadiness = Steadiness::too_few;
};

/// Finds the warm-up in the iteration statistic of one point, in the order of measurement, ns: the first cut of 0, 2,
/// 5, 10, 20, 35, 50 % whose rest, in five windows, has median intervals that all overlap and window medians without a
/// trend (Mann 1945, doi 10.2307/1907187: |S| < 8 of at most 10; 8 or more comes by chance in 10 of 120 orders).
/// Deciding afterwards is the point: rules that declare while they measure declared a slow decay with 19 % of it still
/// to go.
///
/// Medians closer than half a percent count as equal in both: with thousands of samples a window the limits are so
/// narrow that no machine passes without that.
///
/// It looks at medians only: a transient shorter than half a window does not move them and stays in the tail.
///
/// A cut is not tried where a window would have fewer than 6 samples, and a series of which not all cuts can be tried
/// (under 60 samples) is never called unsteady. Positions are those of `in_order`: if the caller left out iterations
/// (late starts), the caller translates. Work is linear in n, seven times at most.
Warmup find_warmup(std::span<const std::int64_t> in_order);

}  // namespace syncbench
