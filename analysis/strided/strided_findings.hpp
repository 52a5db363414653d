#pragma once

#include <filesystem>
#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// What layouts cost in a run: those that, at their greatest size and in the way that applications send them (as a
/// datatype; where none can do it by hand), take more than 5 % longer than the same bytes contiguously with the whole
/// interval, where that is narrow enough to say how much. Those that want the same remedy make one finding, about the
/// costliest. Besides every guideline of the MPI library that is broken, where it costs most. None where there is no
/// point of suite strided. Throws as strided_report() does otherwise.
std::vector<Finding> strided_findings(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
