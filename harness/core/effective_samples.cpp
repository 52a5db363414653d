#include "harness/core/effective_samples.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>

#include "harness/core/correlation_time.hpp"
#include "harness/core/quantile_interval.hpp"

namespace syncbench {
namespace {

constexpr double kMostDegrees = 1e6;  // beyond, Student's limit is the normal one
constexpr double kSeen = 3;           // standard errors of τ

std::size_t rarer_side(std::span<const std::int64_t> in_order, std::int64_t above) {
  const auto count =
      std::count_if(in_order.begin(), in_order.end(), [above](std::int64_t value) { return value > above; });
  return std::min(static_cast<std::size_t>(count), in_order.size() - static_cast<std::size_t>(count));
}

// 1[x > above], or 1[x ≥ threshold] where ties make that less lopsided.
std::vector<double> indicator_of(std::span<const std::int64_t> in_order, std::int64_t threshold) {
  const bool strict = rarer_side(in_order, threshold) >= rarer_side(in_order, threshold - 1);
  const std::int64_t above = strict ? threshold : threshold - 1;
  std::vector<double> indicator(in_order.size());
  std::transform(in_order.begin(), in_order.end(), indicator.begin(),
                 [above](std::int64_t value) { return value > above ? 1.0 : 0.0; });
  return indicator;
}

double wider_by(double degrees) {
  if (degrees > kMostDegrees) return 1;
  const double tail = (1 - kConfidence) / 2;
  const double student = boost::math::quantile(boost::math::complement(boost::math::students_t(degrees), tail));
  return student / boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
}

}  // namespace

EffectiveSamples effective_samples(std::span<const std::int64_t> in_order, std::int64_t threshold) {
  const CorrelationTime time = correlation_time(indicator_of(in_order, threshold));
  const double wider = wider_by(time.degrees);
  return {static_cast<std::size_t>(static_cast<double>(in_order.size()) / (time.samples * wider * wider)),
          time.resolved, time.samples > 1 + kSeen * std::sqrt(2 / time.degrees)};
}

}  // namespace syncbench
