#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "analysis/launches/launch_points.hpp"
#include "analysis/run/selection.hpp"
#include "harness/core/median_interval.hpp"

namespace syncbench::analysis {

/// A number that each launch has one of.
struct LaunchValues {
  std::vector<std::int64_t> values;  ///< in the order of the files
  std::int64_t median = 0, lowest = 0, highest = 0;
  std::optional<MedianInterval> interval;  ///< of the median; nothing below 6 launches, which do not carry it
};

/// Who took longest in a phase most often.
struct MostOften {
  std::int64_t rank = 0;  ///< or -1 where a host is meant
  std::string host;
  std::size_t launches = 0;
};

/// A phase of the startup over launches: of the rank that took longest in each.
struct LaunchPhase {
  std::string name;  ///< as in StartupPhase; "total" and "without syncbench's own" at the end
  std::string what;  ///< for people
  bool own = false;
  LaunchValues ns;
  MostOften rank, node;
};

/// The first operations of one size over launches.
struct LaunchFirst {
  std::string operation;
  LaunchValues first_ns, warm_ns;
  LaunchValues warm_after;                        ///< iterations, of the launches that get warm
  std::size_t launches = 0;                       ///< with enough iterations
  std::optional<double> one_call_removes_median;  ///< of the launches in which there is something to remove
};

/// Several launches of the same command, read as one set.
struct LaunchesReport {
  std::vector<std::filesystem::path> files;
  std::int64_t ranks = 0, nodes = 0;
  bool wrapper = false;             ///< in all of them
  std::vector<LaunchPoint> points;  ///< but those of suite init, whose iterations are no sample of one quantity
  LeftOut left_out;                 ///< of all points' p50
  bool measured_init = false;       ///< suite init is among what was measured
  std::vector<LaunchPhase> phases;  ///< empty where files do not say how their ranks started
  std::vector<LaunchFirst> first;
  std::vector<std::string> sentences;
};

/// The same numbers of all values; none may be missing.
LaunchValues launch_values(std::vector<std::int64_t> values);

/// Reads files one by one; memory does not grow with their samples. The selection is of points alone. Throws as
/// run_reports() and init_report() do, and Error(data), with the fact that differs, where launches are not of one
/// command (launch_identity), or are twice the same run.
LaunchesReport launches_report(std::span<const std::string> files, const Selection& selection = Selection());

}  // namespace syncbench::analysis
