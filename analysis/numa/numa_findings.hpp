#pragma once

#include <filesystem>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// What the wrong node or the launcher's binding costs, as suite numa measured it, where that is 5 % or more with its
/// whole interval; none where it was not measured. Throws as numa_report() does otherwise.
std::vector<Finding> numa_findings(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
