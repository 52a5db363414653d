#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/lateness/unexplained.hpp"
#include "analysis/points/conditions.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// Selected points that were not measured for the same reason.
struct NotMeasured {
  std::string reason;
  std::vector<std::string> ids;
};

/// Everything that a run's samples, facts and log say about why it was slow.
struct ExplainReport {
  std::filesystem::path file;
  std::size_t points = 0;                  ///< that were looked at
  std::size_t pair_points = 0;             ///< those of suite pairs among them
  std::size_t summaries = 0;               ///< points of which nobody can tell who was late: --record summary
  std::size_t ranks = 0;                   ///< the most that a point was taken apart by
  bool has_storms = false;                 ///< some point splits its bytes into several operations
  std::vector<std::string> remarks;        ///< where pairs accuse nobody, why not
  std::vector<PointCondition> conditions;  ///< of the measured points, without those of the null backend
  std::vector<Unexplained> unexplained;    ///< of the points that were taken apart, without those of the null backend
  std::vector<NotMeasured> not_measured;
  std::vector<Finding> findings;  ///< largest cost first, notes last
};

/// Throws as run_reports() does.
ExplainReport explain_report(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
