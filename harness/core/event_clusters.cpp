#include "harness/core/event_clusters.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace syncbench {
namespace {

constexpr std::size_t kMostWindows = 20;
constexpr double kMostWork = 2e7;  // pairs that are looked at

// How many events have another one `lag` iterations later.
std::size_t pairs_at(std::span<const Moment> moments, std::size_t lag) {
  std::size_t pairs = 0, later = 0;
  for (const Moment& each : moments) {
    while (later < moments.size() && moments[later].row < each.row + lag) ++later;
    if (later == moments.size()) break;
    if (moments[later].row == each.row + lag) ++pairs;
  }
  return pairs;
}

double correlation_time_of(std::span<const Moment> moments, std::size_t rows) {
  const double share = static_cast<double>(moments.size()) / static_cast<double>(rows);
  const double variance = share * (1 - share);
  if (variance <= 0) return 1;
  const auto correlation = [&](std::size_t lag) {
    const double together = static_cast<double>(pairs_at(moments, lag)) / static_cast<double>(rows - lag);
    return (together - share * share) / variance;
  };
  const auto affordable = static_cast<std::size_t>(kMostWork / static_cast<double>(moments.size()));
  const std::size_t most = std::min(rows / 3, std::max<std::size_t>(affordable, 64));
  double sum = -1;
  for (std::size_t lag = 0; lag + 1 < most; lag += 2) {
    const double both = (lag == 0 ? 1.0 : correlation(lag)) + correlation(lag + 1);
    if (both <= 0) break;
    sum += 2 * both;
  }
  return sum;
}

// The variance of counts over their mean.
double dispersion(const std::vector<std::size_t>& counts) {
  double sum = 0, squares = 0;
  for (const std::size_t each : counts) {
    sum += static_cast<double>(each);
    squares += static_cast<double>(each) * static_cast<double>(each);
  }
  const auto windows = static_cast<double>(counts.size());
  const double mean = sum / windows;
  return (squares - sum * mean) / (windows - 1) / mean;
}

// The 99 % quantile of χ² over its degrees of freedom (Wilson & Hilferty 1931, doi 10.1073/pnas.17.12.684).
double greatest_by_chance(std::size_t windows) {
  const double part = 2.0 / (9.0 * static_cast<double>(windows - 1));
  return std::pow(1 - part + 2.326 * std::sqrt(part), 3);
}

std::size_t window_of(double share, std::size_t windows) {
  return std::min(windows - 1, static_cast<std::size_t>(std::max(0.0, share) * static_cast<double>(windows)));
}

double share_of_time(const Moment& moment, Extent extent) {
  return static_cast<double>(moment.when) / static_cast<double>(std::max<std::int64_t>(extent.time, 1));
}

double dispersion_of(std::span<const Moment> moments, Extent extent) {
  const std::size_t windows = std::clamp(moments.size() / 2, kFewestWindows, kMostWindows);
  std::vector<std::size_t> by_row(windows, 0), by_time(windows, 0);
  for (const Moment& each : moments) {
    ++by_row[window_of(static_cast<double>(each.row) / static_cast<double>(extent.rows), windows)];
    ++by_time[window_of(share_of_time(each, extent), windows)];
  }
  const double found = std::min(dispersion(by_row), dispersion(by_time));
  return found > greatest_by_chance(windows) ? found : 1;
}

}  // namespace

double events_per_cluster(std::span<const Moment> moments, Extent extent) {
  if (moments.size() < 2 || extent.rows < 2) return 1;
  return std::max({1.0, correlation_time_of(moments, extent.rows), dispersion_of(moments, extent)});
}

std::size_t windows_with(std::span<const Moment> moments, Extent extent) {
  std::array<bool, kWindows> has{};
  for (const Moment& each : moments) has[window_of(share_of_time(each, extent), kWindows)] = true;
  return static_cast<std::size_t>(std::count(has.begin(), has.end(), true));
}

}  // namespace syncbench
