#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "analysis/run/time_course.hpp"

namespace syncbench::analysis {

/// Which bins of a point's time each of its steps covers.
class TimelineBins {
 public:
  /// `course`: must outlive it. Precondition: bins > 0.
  TimelineBins(const TimeCourse& course, std::size_t bins);

  double width_ns() const noexcept { return width_; }
  std::size_t count() const noexcept { return bins_; }

  /// The bin in which a step begins.
  std::size_t bin_of(const CourseStep& step) const noexcept;

  /// By bin, the mean of the steps' values (one a step; kAbsent: none); a step that reaches over several bins counts in
  /// each by its part. Nothing for a bin that no step covers.
  std::vector<std::optional<double>> means(std::span<const std::int64_t> values) const;

  /// By bin, the greatest of the values of the steps that begin in it; nothing for a bin in which none begins.
  std::vector<std::optional<double>> greatest(std::span<const std::int64_t> values) const;

 private:
  const TimeCourse& course_;
  std::size_t bins_;
  double width_;
};

}  // namespace syncbench::analysis
