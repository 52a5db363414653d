#include "effective_samples.hpp"

#include <algorithm>
#include <vector>

#include <syncbench/core/correlation_time.hpp>

namespace syncbench {

EffectiveSamples effective_samples(std::span<const std::int64_t> in_order, std::int64_t threshold) {
  const auto beyond = [threshold](std::int64_t value) { return value > threshold; };
  const auto above = static_cast<std::size_t>(std::count_if(in_order.begin(), in_order.end(), beyond));
  // For quantiles below the median it is the other side that is rare.
  if (std::min(above, in_order.size() - above) < kFewestExceedances) return {in_order.size(), Independence::assumed};

  std::vector<double> indicator(in_order.size());
  std::transform(in_order.begin(), in_order.end(), indicator.begin(),
                 [&beyond](std::int64_t value) { return beyond(value) ? 1.0 : 0.0; });
  const CorrelationTime time = correlation_time(std::move(indicator));
  return {static_cast<std::size_t>(static_cast<double>(in_order.size()) / time.samples),
          time.resolved ? Independence::measured : Independence::unresolved};
}

}  // namespace syncbench
