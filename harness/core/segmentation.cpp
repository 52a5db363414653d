#include "harness/core/segmentation.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace syncbench {
namespace {

// At a correlation of 1 no number of neighbours would be evidence.
constexpr double kMostCorrelation = 0.97;

class Costs {
 public:
  explicit Costs(std::span<const double> series) : sums_(series.size() + 1, 0), squares_(series.size() + 1, 0) {
    double mean = 0;  // numbers around zero keep their digits in sums of squares
    for (const double value : series) mean += value / static_cast<double>(series.size());
    for (std::size_t i = 0; i < series.size(); ++i) {
      sums_[i + 1] = sums_[i] + (series[i] - mean);
      squares_[i + 1] = squares_[i] + (series[i] - mean) * (series[i] - mean);
    }
  }

  // Of [begin, end) against its own mean.
  double operator()(std::size_t begin, std::size_t end) const {
    const double sum = sums_[end] - sums_[begin];
    return std::max(0.0, squares_[end] - squares_[begin] - sum * sum / static_cast<double>(end - begin));
  }

 private:
  std::vector<double> sums_, squares_;
};

// best[e]: the least cost of the first e values in so many segments; from[e]: where the last of them begins.
struct Stage {
  std::vector<double> best;
  std::vector<std::size_t> from;
};

Stage next_stage(const Stage& before, const Costs& costs, std::size_t shortest) {
  constexpr double kNever = std::numeric_limits<double>::infinity();
  Stage stage{std::vector<double>(before.best.size(), kNever), std::vector<std::size_t>(before.best.size(), 0)};
  for (std::size_t end = 2 * shortest; end < before.best.size(); ++end) {
    for (std::size_t begin = shortest; begin + shortest <= end; ++begin) {
      const double cost = before.best[begin] + costs(begin, end);
      if (cost >= stage.best[end]) continue;
      stage.best[end] = cost;
      stage.from[end] = begin;
    }
  }
  return stage;
}

std::vector<std::size_t> begins_of(const std::vector<Stage>& stages, std::size_t segments) {
  std::vector<std::size_t> begins;
  std::size_t end = stages.front().best.size() - 1;
  for (std::size_t stage = segments; stage-- > 0;) {
    begins.push_back(stages[stage].from[end]);
    end = begins.back();
  }
  std::reverse(begins.begin(), begins.end());
  return begins;
}

std::vector<double> residuals_of(std::span<const double> series, const std::vector<std::size_t>& begins) {
  std::vector<double> residuals;
  for (std::size_t k = 0; k < begins.size(); ++k) {
    const std::size_t end = k + 1 < begins.size() ? begins[k + 1] : series.size();
    const auto segment = series.subspan(begins[k], end - begins[k]);
    double mean = 0;
    for (const double value : segment) mean += value / static_cast<double>(segment.size());
    for (const double value : segment) residuals.push_back(value - mean);
  }
  return residuals;
}

double correlation_of(const std::vector<double>& residuals) {
  double product = 0, square = 0;
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    square += residuals[i] * residuals[i];
    if (i > 0) product += residuals[i] * residuals[i - 1];
  }
  return square > 0 ? std::clamp(product / square, 0.0, kMostCorrelation) : 0;
}

// Of a model with so many parameters over one level, which leaves `constant`.
double gain_over(double constant, const Segmentation& found, std::size_t size, std::size_t parameters) {
  if (found.squares <= 0) return constant > 0 ? std::numeric_limits<double>::infinity() : 0;
  const double variance =
      found.squares / static_cast<double>(size - parameters) * (1 + found.correlation) / (1 - found.correlation);
  return (constant - found.squares) / static_cast<double>(parameters - 1) / variance;
}

}  // namespace

std::vector<Segmentation> segmentations(std::span<const double> series, std::size_t most, std::size_t shortest) {
  std::vector<Segmentation> all;
  if (series.empty() || shortest == 0) return all;
  const Costs costs(series);
  std::vector<Stage> stages(1);
  stages[0].best.assign(series.size() + 1, std::numeric_limits<double>::infinity());
  stages[0].from.assign(series.size() + 1, 0);
  for (std::size_t end = shortest; end <= series.size(); ++end) stages[0].best[end] = costs(0, end);
  for (std::size_t segments = 1; segments <= most && segments * shortest <= series.size(); ++segments) {
    if (segments > 1) stages.push_back(next_stage(stages.back(), costs, shortest));
    Segmentation found;
    found.begins = begins_of(stages, segments);
    found.squares = stages.back().best.back();
    found.correlation = correlation_of(residuals_of(series, found.begins));
    if (segments > 1 && series.size() > segments && found.squares > 0) {
      const double variance = found.squares / static_cast<double>(series.size() - segments) * (1 + found.correlation) /
                              (1 - found.correlation);
      found.gain = (all.front().squares - found.squares) / static_cast<double>(segments - 1) / variance;
    } else if (segments > 1 && all.front().squares > 0) {
      found.gain = std::numeric_limits<double>::infinity();
    }
    all.push_back(std::move(found));
  }
  return all;
}

Segmentation straight_line(std::span<const double> series) {
  Segmentation found;
  found.begins = {0};
  if (series.size() < 3) return found;
  const double middle = static_cast<double>(series.size() - 1) / 2;
  double mean = 0, product = 0, square = 0, constant = 0;
  for (const double value : series) mean += value / static_cast<double>(series.size());
  for (std::size_t i = 0; i < series.size(); ++i) {
    const double place = static_cast<double>(i) - middle;
    product += place * (series[i] - mean);
    square += place * place;
    constant += (series[i] - mean) * (series[i] - mean);
  }
  std::vector<double> residuals;
  for (std::size_t i = 0; i < series.size(); ++i) {
    residuals.push_back(series[i] - mean - product / square * (static_cast<double>(i) - middle));
    found.squares += residuals.back() * residuals.back();
  }
  found.correlation = correlation_of(residuals);
  found.gain = gain_over(constant, found, series.size(), 2);
  return found;
}

}  // namespace syncbench
