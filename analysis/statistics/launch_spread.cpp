#include "analysis/statistics/launch_spread.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "harness/core/mean_interval.hpp"

namespace syncbench::analysis {
namespace {

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

// n − 1 in the denominator.
double deviation_of(std::span<const double> values) {
  const double mean = mean_of(values);
  double squares = 0;
  for (const double value : values) squares += (value - mean) * (value - mean);
  return std::sqrt(squares / static_cast<double>(values.size() - 1));
}

// Nothing where a value has no logarithm.
std::optional<std::vector<double>> logs_of(std::span<const double> values) {
  std::vector<double> logs;
  for (const double value : values) {
    if (!(value > 0)) return std::nullopt;
    logs.push_back(std::log(value));
  }
  return logs;
}

// Of the mean of the logarithms.
std::optional<MeanInterval> log_interval(std::span<const double> values) {
  if (values.size() < kLaunchesForAnInterval) return std::nullopt;
  const auto logs = logs_of(values);
  return logs ? mean_interval(*logs) : std::nullopt;
}

LaunchLimits limits_around(double mean, double reach) { return {std::exp(mean - reach), std::exp(mean + reach)}; }

}  // namespace

std::optional<LaunchSpread> launch_spread(std::span<const double> values) {
  if (values.size() < 2) return std::nullopt;
  const auto logs = logs_of(values);
  if (!logs) return std::nullopt;
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  LaunchSpread spread{.launches = values.size(),
                      .median = ascending[(ascending.size() - 1) / 2],
                      .log_sd = deviation_of(*logs),
                      .cv = deviation_of(values) / mean_of(values),
                      .interval = {}};
  if (const auto found = median_of_few(values)) spread.interval = LaunchLimits{found->lower, found->upper};
  return spread;
}

std::optional<LaunchLimits> prediction_limits(std::span<const double> values) {
  const auto interval = log_interval(values);
  if (!interval) return std::nullopt;
  // The mean's limits are t · sd · √(1/n) away, those of a further value t · sd · √(1 + 1/n).
  const double wider = std::sqrt(static_cast<double>(values.size()) + 1);
  const LaunchLimits student = limits_around(interval->mean, wider * (interval->upper - interval->mean));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  return LaunchLimits{std::min(student.lower, *least), std::max(student.upper, *most)};
}

LeftOut leave_one_out(std::span<const double> values) {
  LeftOut result;
  for (std::size_t left = 0; left < values.size(); ++left) {
    std::vector<double> others(values.begin(), values.end());
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(left));
    const auto limits = prediction_limits(others);
    if (!limits) continue;
    ++result.of;
    if (limits->contain(values[left])) ++result.covered;
  }
  return result;
}

}  // namespace syncbench::analysis
