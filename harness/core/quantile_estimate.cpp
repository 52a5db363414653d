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

Nanos share(Nanos sum, std::size_t operations) noexcept {
  if (sum.count() == kAbsent) return sum;
  const auto parts = static_cast<std::int64_t>(operations);
  return (sum + Nanos{parts / 2}) / parts;
}

}  // namespace

QuantileEstimate mean_of(QuantileEstimate of_sums, std::size_t operations) noexcept {
  if (operations == 1) return of_sums;
  const bool median = of_sums.quantile == kP50;
  of_sums.value = median ? share(of_sums.value, operations) : Nanos{kAbsent};
  of_sums.lower = median ? share(of_sums.lower, operations) : Nanos{kAbsent};
  of_sums.upper = median ? share(of_sums.upper, operations) : Nanos{kAbsent};
  if (!median) of_sums.needed = 0;
  return of_sums;
}

std::vector<QuantileEstimate> estimates(std::span<const std::int64_t> in_order, std::span<const Quantile> quantiles) {
  std::vector<std::int64_t> ascending(in_order.begin(), in_order.end());
  std::sort(ascending.begin(), ascending.end());
  std::vector<QuantileEstimate> all;
  for (const Quantile quantile : quantiles) all.push_back(estimate(in_order, ascending, quantile));
  return all;
}

}  // namespace syncbench
