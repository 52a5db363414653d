#include "harness/core/mean_interval.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <boost/math/distributions/students_t.hpp>

namespace syncbench {
namespace {

constexpr std::size_t kFewest = 3;
constexpr double kHalfError = 0.025;

}  // namespace

std::optional<MeanInterval> mean_interval(std::span<const double> values) {
  if (values.size() < kFewest) return std::nullopt;
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  const boost::math::students_t distribution(n - 1);
  const double t = boost::math::quantile(boost::math::complement(distribution, kHalfError));
  const double reach = t * std::sqrt(squares / (n - 1) / n);
  return MeanInterval{mean, mean - reach, mean + reach};
}

MeanInterval at_least_as_wide(MeanInterval interval, double reach) noexcept {
  interval.lower = std::min(interval.lower, interval.mean - reach);
  interval.upper = std::max(interval.upper, interval.mean + reach);
  return interval;
}

}  // namespace syncbench
