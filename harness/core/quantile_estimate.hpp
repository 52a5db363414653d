#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include <syncbench/core/effective_samples.hpp>
#include <syncbench/core/nanos.hpp>
#include <syncbench/core/quantile.hpp>

namespace syncbench {

/// A quantile with its 95 % limits, or the reason why there is none.
struct QuantileEstimate {
  Quantile quantile;
  Nanos value{kAbsent};  ///< this and the limits are absent where the samples do not carry both limits
  Nanos lower{kAbsent};
  Nanos upper{kAbsent};
  EffectiveSamples effective;
  std::size_t needed = 0;  ///< effective samples that it takes

  bool carried() const noexcept { return value.count() != kAbsent; }
};

/// What is left of an estimate whose samples are sums of so many operations, 1 or more: the median becomes that of
/// their means, in whole ns, rounded; means have no tails, so any other quantile has no value, and needs no n (0) that
/// could give it one.
QuantileEstimate mean_of(QuantileEstimate of_sums, std::size_t operations) noexcept;

/// Estimates of the quantiles of a series in the order in which it was measured, ns. Sorts a copy once: n log n.
/// Throws Error(internal) for a level of 0 or 1.
std::vector<QuantileEstimate> estimates(std::span<const std::int64_t> in_order, std::span<const Quantile> quantiles);

}  // namespace syncbench
