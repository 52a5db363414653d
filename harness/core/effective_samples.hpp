#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>

#include <syncbench/core/names.hpp>

namespace syncbench {

/// What an effective number of samples rests on.
enum class Independence {
  measured,    ///< corrected for the autocorrelation that was seen
  assumed,     ///< too few exceedances to estimate a correlation: every sample counts as independent
  unresolved,  ///< correlation over much of the series: the number is an upper bound, intervals are too narrow
};

template <>
struct Names<Independence> {
  static constexpr std::array<std::pair<Independence, std::string_view>, 3> table{{
      {Independence::measured, "measured"},
      {Independence::assumed, "assumed"},
      {Independence::unresolved, "unresolved"},
  }};
};

/// Below so many samples beyond the quantile its correlation cannot be estimated: with bursts of 10, intervals that
/// were corrected by such an estimate covered 11 to 48 % instead of 95 %.
inline constexpr std::size_t kFewestExceedances = 50;

/// How many independent samples a series is worth.
struct EffectiveSamples {
  std::size_t count = 0;  ///< never above the length of the series
  Independence independence = Independence::assumed;
};

/// What the series is worth where a quantile is asked for: n/τ with τ of the indicator 1[x > threshold], because it is
/// the number of samples beyond the quantile whose variance the interval rests on; the correlation of the raw values
/// says little about it. `in_order`: as measured, not sorted; `threshold`: the quantile. Work is linear in n.
EffectiveSamples effective_samples(std::span<const std::int64_t> in_order, std::int64_t threshold);

}  // namespace syncbench
