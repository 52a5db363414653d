#include "analysis/timeline/timeline_bins.hpp"

#include <algorithm>

#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
TimelineBins::TimelineBins(const TimeCourse& course, std::size_t bins)
    : course_(course),
      bins_(bins),
      width_(static_cast<double>(std::max<std::int64_t>(1, course.end)) / static_cast<double>(bins)) {}

std::size_t TimelineBins::bin_of(const CourseStep& step) const noexcept {
  const double bin = static_cast<double>(std::max<std::int64_t>(0, step.begin)) / width_;
  return std::min(bins_ - 1, static_cast<std::size_t>(bin));
}

std::vector<std::optional<double>> TimelineBins::means(std::span<const std::int64_t> values) const {
  std::vector<double> sums(bins_, 0), shares(bins_, 0);
  for (std::size_t i = 0; i < course_.steps.size(); ++i) {
    if (values[i] == kAbsent) continue;
    const auto begin = static_cast<double>(course_.steps[i].begin);
    const auto lasting = static_cast<double>(course_.steps[i].lasting);
    for (std::size_t bin = bin_of(course_.steps[i]); bin < bins_; ++bin) {
      const double from = std::max(begin, static_cast<double>(bin) * width_);
      const double to = std::min(begin + lasting, static_cast<double>(bin + 1) * width_);
      if (to <= from) break;
      shares[bin] += (to - from) / lasting;
      sums[bin] += (to - from) / lasting * static_cast<double>(values[i]);
    }
  }
  std::vector<std::optional<double>> means(bins_);
  for (std::size_t bin = 0; bin < bins_; ++bin) {
    if (shares[bin] > 0) means[bin] = sums[bin] / shares[bin];
  }
  return means;
}

std::vector<std::optional<double>> TimelineBins::greatest(std::span<const std::int64_t> values) const {
  std::vector<std::optional<double>> greatest(bins_);
  for (std::size_t i = 0; i < course_.steps.size(); ++i) {
    if (values[i] == kAbsent) continue;
    auto& bin = greatest[bin_of(course_.steps[i])];
    bin = std::max(bin.value_or(0), static_cast<double>(values[i]));
  }
  return greatest;
}

}  // namespace syncbench::analysis
