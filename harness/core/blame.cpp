#include "harness/core/blame.hpp"

#include <algorithm>
#include <numeric>

#include "harness/core/nanos.hpp"

namespace syncbench {

void share_blame(std::span<const std::int64_t> arrivals, std::vector<std::size_t>& order,
                 std::span<std::int64_t> shares) {
  const std::size_t count = arrivals.size();
  order.resize(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return arrivals[a] < arrivals[b]; });
  std::int64_t share = 0, left_over = 0;
  for (std::size_t k = 0; k < count; ++k) {
    if (k > 0) {
      const std::int64_t gap = arrivals[order[k]] - arrivals[order[k - 1]];
      const auto missing = static_cast<std::int64_t>(count - k);
      share += gap / missing;
      left_over += gap % missing;
    }
    shares[order[k]] = share;
  }
  if (count > 0) shares[order.back()] += left_over;
}

std::int64_t saving_of_last(std::span<const std::int64_t> arrivals) {
  if (arrivals.size() < 2) return 0;
  std::int64_t last = kAbsent, before = kAbsent;
  for (const std::int64_t arrival : arrivals) {
    before = std::max(before, std::min(arrival, last));
    last = std::max(last, arrival);
  }
  return last - before;
}

}  // namespace syncbench
