#include "correlation_time.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <span>

namespace syncbench {
namespace {

constexpr double kWindow = 5;  // window over τ; the bias that is left is about exp(−2 · 5) of an exponential
constexpr std::size_t kLagsAtOnce = 64;     // before the series is halved
constexpr std::size_t kSeriesOverLag = 10;  // a longer window would be all noise

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
  bool closed = false;
};

Window self_consistent_window(std::span<const double> centred) {
  const double variance = autocovariance(centred, 0);
  Window window{variance, false};
  for (std::size_t lag = 1; lag <= most_lags(centred.size()) && !window.closed; ++lag) {
    window.sum += 2 * autocovariance(centred, lag);
    window.closed = static_cast<double>(lag) * variance >= kWindow * window.sum;
  }
  return window;
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
  for (double block = 1;; block *= 2) {
    const Window window = self_consistent_window(series);
    const bool shortest = static_cast<double>(most_lags(series.size() / 2)) < kWindow;
    if (window.closed || shortest) return {std::max(1.0, window.sum / (block * variance)), window.closed};
    add_in_pairs(series);
  }
}

}  // namespace syncbench
