#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace syncbench::analysis {

/// Launches that an interval over launches takes. With fewer, Student's limits are as wide as the values are apart.
inline constexpr std::size_t kLaunchesForAnInterval = 6;

struct LaunchLimits {
  double lower = 0, upper = 0;

  bool contain(double value) const noexcept { return lower <= value && value <= upper; }
};

/// How far a number of which each launch has one lies apart between launches.
struct LaunchSpread {
  std::size_t launches = 0;
  double centre = 0;                     ///< geometric mean
  double log_sd = 0;                     ///< standard deviation of the natural logarithms, n − 1 in the denominator
  double cv = 0;                         ///< standard deviation / arithmetic mean
  std::optional<LaunchLimits> interval;  ///< 95 % limits of the centre, over launches
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

/// Student's interval (Student 1908, doi 10.2307/2331554) of the mean of the logarithms: launches differ by factors.
/// Limits from kLaunchesForAnInterval on; nothing for fewer than two values, or one that is not above 0.
std::optional<LaunchSpread> launch_spread(std::span<const double> values);

/// Where 95 % of further launches lie: mean ± t · sd · √(1 + 1/n) of the logarithms. Nothing where there is no
/// interval.
std::optional<LaunchLimits> prediction_limits(std::span<const double> values);

/// Leaves each launch out in turn and looks whether it lies in the prediction limits of the others; `of` is 0 where the
/// others are too few.
LeftOut leave_one_out(std::span<const double> values);

}  // namespace syncbench::analysis
