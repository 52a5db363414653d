#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "harness/core/median_of_few.hpp"

namespace syncbench::analysis {

/// Launches that an interval over launches takes.
inline constexpr std::size_t kLaunchesForAnInterval = kFewestOfFew;

struct LaunchLimits {
  double lower = 0, upper = 0;

  bool contain(double value) const noexcept { return lower <= value && value <= upper; }
};

/// How far a number of which each launch has one lies apart between launches.
struct LaunchSpread {
  std::size_t launches = 0;
  double median = 0;                     ///< of the launches, itself one of the values
  double log_sd = 0;                     ///< standard deviation of the natural logarithms, n − 1 in the denominator
  double cv = 0;                         ///< standard deviation / arithmetic mean
  std::optional<LaunchLimits> interval;  ///< 95 % limits of the median, over launches
};

/// How many launches lie in what the others predict.
struct LeftOut {
  std::size_t covered = 0, of = 0;

  LeftOut& operator+=(const LeftOut& more) noexcept {
    covered += more.covered;
    of += more.of;
    return *this;
  }
};

/// The median over launches with limits that hold whatever the launches' distribution (median_of_few(): a machine with
/// two speeds is common, and Student's limits of a mean of 14 such launches covered 77 % where one in ten is slow).
/// Limits from kLaunchesForAnInterval on; nothing for fewer than two values, or one that is not above 0.
std::optional<LaunchSpread> launch_spread(std::span<const double> values);

/// Where further launches lie: mean ± t · sd · √(1 + 1/n) of the logarithms (Student 1908, doi 10.2307/2331554), and no
/// less than from the least to the greatest of the launches. That is 95 % of launches whose logarithms are normal; of
/// 14 launches it held 93 to 96 % with heavy tails (t with 3 degrees of freedom), 94 to 98 % with two speeds. No limits
/// hold 95 % whatever the distribution: the least and the greatest of n launches hold (n − 1)/(n + 1) of further ones,
/// 87 % for 14, and 95 % takes 39. Nothing where there is no interval.
std::optional<LaunchLimits> prediction_limits(std::span<const double> values);

/// Leaves each launch out in turn and looks whether it lies in the prediction limits of the others; `of` is 0 where the
/// others are too few.
LeftOut leave_one_out(std::span<const double> values);

}  // namespace syncbench::analysis
