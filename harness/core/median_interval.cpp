#include "harness/core/median_interval.hpp"

#include <algorithm>

#include "harness/core/error.hpp"
#include "harness/core/quantile.hpp"
#include "harness/core/quantile_interval.hpp"

namespace syncbench {

std::optional<MedianInterval> median_interval(std::vector<std::int64_t> samples) {
  const auto limits = interval_ranks(samples.size(), samples.size(), kP50);
  if (!limits) return std::nullopt;
  const auto place = [&samples](std::size_t rank) { return samples.begin() + static_cast<std::ptrdiff_t>(rank) - 1; };
  const auto median = place(quantile_rank(samples.size(), kP50));
  const auto lower = place(limits->lower);
  const auto upper = place(limits->upper);
  std::nth_element(samples.begin(), median, samples.end());
  // What lies before the median is sorted no further, so each limit is found on its own side.
  if (lower < median) std::nth_element(samples.begin(), lower, median);
  if (upper > median) std::nth_element(median + 1, upper, samples.end());
  return MedianInterval{.lower = *lower, .median = *median, .upper = *upper};
}

std::int64_t median_of(std::vector<std::int64_t> samples) {
  if (samples.empty()) throw Error(ExitCode::internal, "nothing has no median");
  const auto median = samples.begin() + static_cast<std::ptrdiff_t>(quantile_rank(samples.size(), kP50)) - 1;
  std::nth_element(samples.begin(), median, samples.end());
  return *median;
}

}  // namespace syncbench
