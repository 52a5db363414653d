#pragma once

#include <filesystem>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// What splitting into many operations costs in a run, the worst of each storm whose price lies above 5 % with its
/// whole interval; none where there is no storm. Throws as storm_report() does otherwise.
std::vector<Finding> storm_findings(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
