#pragma once

#include <filesystem>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// What a process of this run needed before its first result, and which operations were slow at first; none where suite
/// init was not measured. Throws as init_report() does otherwise.
std::vector<Finding> init_findings(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
