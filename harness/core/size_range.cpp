#include "harness/core/size_range.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "harness/core/median_interval.hpp"

namespace syncbench {
namespace {

constexpr std::int64_t kLargestStep = 3;

using Sizes = std::vector<std::int64_t>;

std::size_t count_between(const Sizes& sorted, std::int64_t from, std::int64_t below) {
  return static_cast<std::size_t>(std::lower_bound(sorted.begin(), sorted.end(), below) -
                                  std::lower_bound(sorted.begin(), sorted.end(), from));
}

std::int64_t reach_up(const Sizes& sorted, std::int64_t middle) {
  std::int64_t most = middle;
  for (auto next = std::upper_bound(sorted.begin(), sorted.end(), middle); next != sorted.end(); ++next) {
    if (*next > kLargestStep * most) break;
    most = *next;
  }
  return most;
}

// More than chance adds to an octave that has as many as the one above it.
bool rises(std::size_t count, std::size_t above) {
  const auto usual = static_cast<double>(above);
  return static_cast<double>(count) > 1.5 * usual + 2 * std::sqrt(usual) + 2;
}

}  // namespace

std::int64_t costliest_median(Sizes sizes) {
  std::sort(sizes.begin(), sizes.end(), std::greater<>());
  double total = 0, sum = 0;
  for (const std::int64_t size : sizes) total += static_cast<double>(size);
  std::size_t kept = 0;
  while (kept < sizes.size() && sum < 0.9 * total) sum += static_cast<double>(sizes[kept++]);
  sizes.resize(std::max<std::size_t>(kept, 1));
  return median_of(std::move(sizes));
}

SizeRange range_of_cause(Sizes sizes, std::int64_t middle, std::int64_t floor) {
  std::sort(sizes.begin(), sizes.end());
  SizeRange range{middle, reach_up(sizes, middle), false};
  // Octaves lie a quarter below the middle, so that a narrow kind is inside one of them.
  std::int64_t edge = middle - middle / 4;
  std::size_t above = count_between(sizes, edge, 2 * edge), fullest = std::max<std::size_t>(above, 1);
  while (edge > 0) {
    // A sparse octave of the few smallest does not end it, an octave's gap and then many does.
    range.least = *std::lower_bound(sizes.begin(), sizes.end(), edge);
    const std::int64_t next = edge / 2;
    const std::size_t count = count_between(sizes, next, edge);
    range.stands_apart = range.stands_apart || (next >= floor && 4 * count <= fullest);
    if (count == 0 && above == 0) break;
    if (rises(count, above)) break;
    fullest = std::max(fullest, count);
    above = count;
    edge = next;
  }
  return range;
}

}  // namespace syncbench
