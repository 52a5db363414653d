#include "quantile_estimate.hpp"

#include <algorithm>

#include <syncbench/core/quantile_interval.hpp>

namespace syncbench {
namespace {

QuantileEstimate estimate(std::span<const std::int64_t> in_order, std::span<const std::int64_t> ascending,
                          Quantile quantile) {
  QuantileEstimate result;
  result.quantile = quantile;
  result.needed = needed_samples(quantile);
  if (ascending.empty()) return result;
  const std::int64_t value = quantile_of_sorted(ascending, quantile);
  result.effective = effective_samples(in_order, value);
  const auto limits = interval_ranks(in_order.size(), result.effective.count, quantile);
  if (!limits) return result;
  result.value = Nanos{value};
  result.lower = Nanos{ascending[limits->lower - 1]};
  result.upper = Nanos{ascending[limits->upper - 1]};
  return result;
}

}  // namespace

std::vector<QuantileEstimate> estimates(std::span<const std::int64_t> in_order, std::span<const Quantile> quantiles) {
  std::vector<std::int64_t> ascending(in_order.begin(), in_order.end());
  std::sort(ascending.begin(), ascending.end());
  std::vector<QuantileEstimate> all;
  for (const Quantile quantile : quantiles) all.push_back(estimate(in_order, ascending, quantile));
  return all;
}

}  // namespace syncbench
