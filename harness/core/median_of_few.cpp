#include "harness/core/median_of_few.hpp"

#include <algorithm>
#include <vector>

#include "harness/core/binomial_tail.hpp"
#include "harness/core/quantile_interval.hpp"

namespace syncbench {
namespace {

constexpr double kExactEnough = 0.975;

// How often the places `place` and n + 1 − place of n ascending values lie on both sides of the median.
double coverage(std::size_t n, std::size_t place) { return 1 - 2 * binomial_tail(n - place + 1, n, 0.5); }

// The innermost place that covers the median as often as it should.
std::size_t innermost(std::size_t n) {
  std::size_t place = 1;
  while (coverage(n, place + 1) >= kConfidence) ++place;
  return place;
}

// How far the limits lie from that place towards the next one inward.
double inward(std::size_t n, std::size_t place) {
  const double outer = coverage(n, place), inner = coverage(n, place + 1);
  if (outer <= kExactEnough) return 0;
  const double part = (outer - kConfidence) / (outer - inner);
  const auto all = static_cast<double>(n), from = static_cast<double>(place);
  return (all - from) * part / (from + (all - 2 * from) * part);
}

}  // namespace

std::optional<MedianOfFew> median_of_few(std::span<const double> values) {
  const std::size_t n = values.size();
  if (n < kFewestOfFew) return std::nullopt;
  std::vector<double> ascending(values.begin(), values.end());
  std::sort(ascending.begin(), ascending.end());
  const std::size_t place = innermost(n);
  const double part = inward(n, place);
  return MedianOfFew{(1 - part) * ascending[place - 1] + part * ascending[place], ascending[(n - 1) / 2],
                     (1 - part) * ascending[n - place] + part * ascending[n - place - 1]};
}

}  // namespace syncbench
