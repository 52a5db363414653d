#pragma once

#include <vector>

#include "analysis/statistics/pair_effects.hpp"
#include "harness/core/mean_interval.hpp"

namespace syncbench::analysis {

/// A place that is slow towards its partners.
struct SlowPlace {
  std::size_t place = 0;
  MeanInterval factor;           ///< how much longer its pairs take than those of the typical place
  std::size_t slow = 0, of = 0;  ///< towards so many of so many
};

/// A pair that is slow though neither of its places is.
struct SlowLink {
  std::size_t pair = 0;  ///< its index
  MeanInterval factor;   ///< how much longer it takes than those two take with others
};

/// Who is slow, as far as pairs of one kind can tell.
struct PairVerdicts {
  PairEffects effects;  ///< without the pairs that stand out; residuals and leverages are of the fit with all
  std::vector<SlowPlace> places;
  std::vector<SlowLink> links;
  std::size_t apart = 0;  ///< pairs that stand out, where they are too many to be single links: none is named then
};

/// A pair stands out if it takes 1.5 times as long as each of its places typically takes with others (their medians),
/// and if the fit with all pairs leaves as much unexplained; its whole interval has to. If more than a third of all
/// pairs do, that is how the network is built. A place is slow if it is towards three quarters of its partners and two
/// of them at least (longer by the margin than those partners typically take with others), and if its effect without
/// the pairs that stand out, against the median effect, lies beyond the threshold with its whole interval. The
/// threshold is a factor of 1.25 or, if that is more, 3.5 · 1.48 · the median absolute deviation, of the places'
/// effects or the pairs' residuals; with fewer than five places there is no deviation, and it is a factor of 1.5. Fewer
/// than three places are never accused, nor any without that many partners.
PairVerdicts judge_pairs(std::size_t places, std::span<const PairTime> pairs);

}  // namespace syncbench::analysis
