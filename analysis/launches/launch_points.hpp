#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/run_report.hpp"
#include "analysis/statistics/launch_spread.hpp"

namespace syncbench::analysis {

/// One quantile of a point, over launches.
struct LaunchQuantile {
  Quantile quantile;
  std::vector<std::int64_t> ns;        ///< by launch; kAbsent where the launch has none
  std::optional<LaunchSpread> spread;  ///< over launches; nothing where fewer than two have the quantile
  std::vector<double> half_widths;  ///< of the launches that have limits: what each says of itself, limits / 2 / value
  LeftOut left_out;
};

/// The half width within a launch, of the launch in the middle; nothing where no launch has one.
std::optional<double> half_width_within(const LaunchQuantile& quantile);

/// Why a launch has no part in a point.
struct LaunchAbsence {
  std::size_t launch = 0;  ///< from 0, in the order of the files
  std::string reason;
};

/// A point of the command, as all launches measured it.
struct LaunchPoint {
  PointReport first;  ///< as the first launch has it that has it: its id and its factors
  std::vector<LaunchQuantile> quantiles;
  std::vector<LaunchAbsence> absent;
};

/// The quantiles that are told over launches: p50, p95, p99.
std::vector<Quantile> launch_quantiles();

/// Gathers points over launches: those with the same factors are one. A launch in which a point is unsteady, or does
/// not carry its median, has no part in that point.
class LaunchPoints {
 public:
  /// The next launch; its statistics are those of launch_quantiles() by point.
  void add(const RunReport& launch);

  /// All points in the order in which they first appeared. Once, at the end.
  std::vector<LaunchPoint> finish();

 private:
  LaunchPoint& point_like(const PointReport& point, std::map<std::string, std::size_t>& seen);

  std::size_t launches_ = 0;
  std::vector<LaunchPoint> points_;
  std::map<std::string, std::size_t> place_;  // in points_, by key
};

}  // namespace syncbench::analysis
