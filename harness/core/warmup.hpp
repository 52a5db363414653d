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

/// The transient that each alternating block begins with, for another point has used the caches in between: how many
/// samples to leave out at the beginning of *every* block. The same rule, on the samples in the order of their place in
/// the block (the first of every block, then the second of every block …): a transient of all blocks is then a warm-up
/// of that series, while what drifts from block to block is spread evenly over it and seen by find_warmup() alone,
/// whose windows are over the iterations as they were measured.
///
/// `blocks`: the block number of each sample, never descending. Throws Error(internal) if the lengths differ or it
/// descends. Fewer than two blocks: 0 samples, too_few.
Warmup find_block_transient(std::span<const std::int64_t> in_order, std::span<const std::uint16_t> blocks);

}  // namespace syncbench
