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

/// Estimates of the quantiles of a series in the order in which it was measured, ns. Sorts a copy once: n log n.
/// Throws Error(internal) for a level of 0 or 1.
std::vector<QuantileEstimate> estimates(std::span<const std::int64_t> in_order, std::span<const Quantile> quantiles);

}  // namespace syncbench
