#include "harness/core/correlation_time.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>

namespace syncbench {
namespace {

constexpr double kWindow = 5;  // window over τ; the bias that is left is about exp(−2 · 5) of an exponential
// Standard errors by which a coarser level must be longer to be believed: one that closes a window, and one that does
// not and makes the series unresolved.
constexpr double kLonger = 1, kUnresolved = 2;
constexpr std::size_t kLagsAtOnce = 64;     // before the series is halved
constexpr std::size_t kSeriesOverLag = 12;  // a longer window would be all noise

std::size_t most_lags(std::size_t length) { return std::min(kLagsAtOnce, length / kSeriesOverLag); }

void centre(std::span<double> series) {
  const double mean = std::accumulate(series.begin(), series.end(), 0.0) / static_cast<double>(series.size());
  for (double& value : series) value -= mean;
}

double autocovariance(std::span<const double> centred, std::size_t lag) {
  const double sum =
      std::inner_product(centred.begin() + static_cast<std::ptrdiff_t>(lag), centred.end(), centred.begin(), 0.0);
  return sum / static_cast<double>(centred.size());
}

struct Window {
  double sum = 0;  // autocovariance of lag 0 plus twice those up to the window's end
  std::size_t lags = 0;
  bool closed = false;
};

Window self_consistent_window(std::span<const double> centred) {
  const double variance = autocovariance(centred, 0);
  Window window{variance, 0, false};
  while (!window.closed && window.lags < most_lags(centred.size())) {
    window.sum += 2 * autocovariance(centred, ++window.lags);
    window.closed = static_cast<double>(window.lags) * variance >= kWindow * window.sum;
  }
  return window;
}

// Of a τ, whose variance is about 2 (2 M + 1) τ² / n (Madras & Sokal 1988): that of a χ² with so many degrees.
double degrees_of(const Window& window, std::size_t length) {
  return static_cast<double>(length) / (2 * static_cast<double>(window.lags) + 1);
}

void add_in_pairs(std::vector<double>& series) {
  for (std::size_t i = 0; i < series.size() / 2; ++i) series[i] = series[2 * i] + series[2 * i + 1];
  series.resize(series.size() / 2);
}

}  // namespace

CorrelationTime correlation_time(std::vector<double> series) {
  if (series.empty()) return {};
  centre(series);
  const double variance = autocovariance(series, 0);
  if (variance == 0) return {};
  CorrelationTime time{.samples = 0, .resolved = false};
  for (double block = 1;; block *= 2) {
    const Window window = self_consistent_window(series);
    const double degrees = degrees_of(window, series.size());
    const double found = window.sum / (block * variance) * (window.closed ? 1 + 1 / degrees : 1);
    const double margin = 1 + (window.closed ? kLonger : kUnresolved) * std::sqrt(2 / degrees);
    if (!time.resolved || found > time.samples * margin) time = {std::max(1.0, found), degrees, window.closed};
    if (static_cast<double>(most_lags(series.size() / 2)) < kWindow) return time;
    add_in_pairs(series);
  }
}

}  // namespace syncbench
