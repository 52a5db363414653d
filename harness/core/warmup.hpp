#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"

namespace syncbench {

/// What can be said of a series' state.
enum class Steadiness {
  steady,    ///< after the warm-up
  unsteady,  ///< no cut leaves a steady rest: a result, not an error
  too_few,   ///< not enough samples, or blocks, to tell
};

template <>
struct Names<Steadiness> {
  static constexpr std::array<std::pair<Steadiness, std::string_view>, 3> table{{
      {Steadiness::steady, "steady"},
      {Steadiness::unsteady, "unsteady"},
      {Steadiness::too_few, "too-few"},
  }};
};

/// Blocks that a warm-up leaves at the least.
inline constexpr std::size_t kFewestBlocks = 5;

/// A series in the blocks in which it was measured.
struct BlockedSeries {
  std::span<const std::int64_t> samples;  ///< in the order of measurement, ns; kUnknownTime (quantile_estimate.hpp)
                                          ///< is in no block's median
  std::vector<std::size_t> begins;        ///< where each block begins; ascending, the first at 0
};

/// A series in so many blocks of equal size, as far as it has samples.
BlockedSeries in_equal_blocks(std::span<const std::int64_t> samples, std::size_t blocks);

/// Where a series begins to be steady.
struct Warmup {
  std::size_t blocks = 0;  ///< to leave out at the beginning; 0 unless steady
  Steadiness steadiness = Steadiness::too_few;
};

/// Finds the warm-up in the iteration statistic of one point: the smallest cut, in whole blocks, of about 0, 2, 5, 10,
/// 15 and at most 20 % of them whose rest is steady. Deciding afterwards is the point: rules that declare while they
/// measure declared a slow decay with 19 % of it still to go.
///
/// Blocks are judged by their medians, because the samples of one block have more in common than their noise: other
/// points were measured before it. What such medians differ by from one block to the next, σ, is estimated from the
/// median of the absolute successive differences (after von Neumann 1941, doi 10.1214/aoms/1177731677), which neither a
/// step nor a slow drift nor a few bad blocks enlarge. A rest is steady if
/// - its first block lies within 5 σ of the median block, and
/// - the medians of its five windows of blocks lie within 8 σ/√(blocks of a window) of each other (beyond the
/// studentized
///   range's quantile for 0.999; a rule that errs more often takes samples away from every second point, because it is
///   asked for every cut),
/// where differences of less than 1 %, or of one tick of a coarse clock, never count.
///
/// It looks at medians only: a transient shorter than half a block does not move them and stays in the tail. `too_few`:
/// fewer than 30 samples or kFewestBlocks blocks. Work is linear in n.
Warmup find_warmup(const BlockedSeries& series);

/// The state of what a cut of so many blocks leaves: for a cut that several series share.
Steadiness steadiness_after(const BlockedSeries& series, std::size_t blocks);

}  // namespace syncbench
