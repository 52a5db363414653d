#include "analysis/statistics/latency_fit.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewestSizes = 3;
constexpr double kLeastNoise = 0.02;
constexpr double kParameters = 3;  // α, β, where it begins

struct Fit {
  LatencySegment segment;
  double squares = 0;  // of relative residuals
};

// Weights 1/T²: what is minimised are relative errors, or the largest messages alone would count.
Fit fit(std::span<const SizeTime> points) {
  double w = 0, x = 0, y = 0, xx = 0, xy = 0;
  for (const SizeTime& p : points) {
    const double weight = 1 / (p.nanos * p.nanos);
    w += weight;
    x += weight * p.bytes;
    y += weight * p.nanos;
    xx += weight * p.bytes * p.bytes;
    xy += weight * p.bytes * p.nanos;
  }
  const double spread = w * xx - x * x;
  Fit result;
  result.segment.first_bytes = points.front().bytes;
  result.segment.last_bytes = points.back().bytes;
  result.segment.beta_ns_per_byte = spread > 0 ? (w * xy - x * y) / spread : 0;
  result.segment.alpha_ns = (y - result.segment.beta_ns_per_byte * x) / w;
  for (const SizeTime& p : points) {
    const double residual = (p.nanos - result.segment.alpha_ns - result.segment.beta_ns_per_byte * p.bytes) / p.nanos;
    result.squares += residual * residual;
    result.segment.worst = std::max(result.segment.worst, std::abs(residual));
  }
  return result;
}

// The best division of the first `end` points into so many segments: dynamic programming over where the last begins.
struct Division {
  double squares = std::numeric_limits<double>::infinity();
  std::size_t last_begin = 0;
};

using Row = std::vector<Division>;

std::vector<Row> divisions(std::span<const SizeTime> points) {
  const std::size_t n = points.size();
  std::vector<Row> best(n / kFewestSizes + 1, Row(n + 1));
  best[0][0].squares = 0;
  for (std::size_t count = 1; count < best.size(); ++count) {
    for (std::size_t end = count * kFewestSizes; end <= n; ++end) {
      for (std::size_t begin = 0; begin + kFewestSizes <= end; ++begin) {
        const double squares = best[count - 1][begin].squares + fit(points.subspan(begin, end - begin)).squares;
        if (squares < best[count][end].squares) best[count][end] = {squares, begin};
      }
    }
  }
  return best;
}

double criterion(double squares, std::size_t n, std::size_t segments) {
  const auto count = static_cast<double>(n);
  return count * std::log(squares / count + kLeastNoise * kLeastNoise) +
         kParameters * static_cast<double>(segments) * std::log(count);
}

}  // namespace

std::vector<LatencySegment> latency_segments(std::span<const SizeTime> points) {
  const std::size_t n = points.size();
  if (n < kFewestSizes) return {};
  const std::vector<Row> best = divisions(points);
  std::size_t chosen = 1;
  for (std::size_t count = 2; count < best.size(); ++count) {
    if (criterion(best[count][n].squares, n, count) < criterion(best[chosen][n].squares, n, chosen)) chosen = count;
  }
  std::vector<LatencySegment> segments;
  for (std::size_t count = chosen, end = n; count > 0; --count) {
    const std::size_t begin = best[count][end].last_begin;
    segments.push_back(fit(points.subspan(begin, end - begin)).segment);
    end = begin;
  }
  std::reverse(segments.begin(), segments.end());
  return segments;
}

}  // namespace syncbench::analysis
