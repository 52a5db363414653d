#pragma once

#include <filesystem>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// Ranks that lose a thousandth of their time or more to interruptions, as suite noise saw them; none where it was not
/// measured. Throws as noise_report() does otherwise.
std::vector<Finding> noise_findings(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
