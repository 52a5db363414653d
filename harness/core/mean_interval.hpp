#pragma once

#include <optional>
#include <span>

namespace syncbench {

/// A mean and its 95 % limits.
struct MeanInterval {
  double mean = 0, lower = 0, upper = 0;
};

/// Student's interval (Student 1908, doi 10.2307/2331554) for values that are independent and not far from normal:
/// averages over the blocks of one run, one value a launch. Nothing for fewer than three values, whose interval says
/// nothing. Never fails otherwise.
std::optional<MeanInterval> mean_interval(std::span<const double> values);

/// The same with each limit at least so far from the mean.
MeanInterval at_least_as_wide(MeanInterval interval, double reach) noexcept;

}  // namespace syncbench
