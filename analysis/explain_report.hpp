#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "finding.hpp"
#include "selection.hpp"

namespace syncbench::analysis {

/// Everything that a run's samples, facts and log say about why it was slow.
struct ExplainReport {
  std::filesystem::path file;
  std::size_t points = 0;            ///< that were looked at
  std::size_t pair_points = 0;       ///< those of suite pairs among them
  std::size_t summaries = 0;         ///< points of which nobody can tell who was late: --record summary
  std::vector<std::string> remarks;  ///< where pairs accuse nobody, why not
  std::vector<Finding> findings;     ///< largest cost first, notes last
};

/// Throws as run_reports() does.
ExplainReport explain_report(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
