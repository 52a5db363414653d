#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace syncbench {

/// How many independent samples a series is worth where a quantile is asked for.
struct EffectiveSamples {
  std::size_t count = 0;  ///< never above the length of the series
  bool resolved = false;  ///< false: correlation over more than a twelfth of the series, or too short a series to tell;
                          ///< then the count is an upper bound, and intervals from it would be too narrow
  bool correlated = false;  ///< correlation is seen: τ lies more than three standard errors above 1
};

/// What the series is worth where a quantile is asked for: n/τ with τ of the indicator 1[x > threshold], because it is
/// the number of samples beyond the quantile whose variance the interval rests on; the correlation of the raw values
/// says little about it. τ is itself an estimate: the number is lowered by the square of the normal limit over
/// Student's for τ's degrees of freedom, so that limits from it are as much wider as Student's are (the usual remedy
/// for an estimated long-run variance: Kiefer & Vogelsang 2005, doi 10.1017/S0266466605050565; Lazarus et al. 2018,
/// doi 10.1080/07350015.2018.1506926).
///
/// `in_order`: as measured, not sorted; `threshold`: the quantile. Of a value that comes often, on a coarse clock,
/// 1[x ≥ threshold] is taken where it is less lopsided. Work is linear in n.
EffectiveSamples effective_samples(std::span<const std::int64_t> in_order, std::int64_t threshold);

}  // namespace syncbench
