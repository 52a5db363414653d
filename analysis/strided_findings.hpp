#pragma once

#include <filesystem>
#include <vector>

#include "finding.hpp"
#include "selection.hpp"

namespace syncbench::analysis {

/// What layouts cost in a run that need not be paid: for each layout, at its greatest size, a datatype that takes more
/// than 5 % longer than packing by hand with its whole interval, where that is narrow enough to say how much; and every
/// guideline of the MPI library that is broken, where it costs most. None where there is no point of suite strided.
/// Throws as strided_report() does otherwise.
std::vector<Finding> strided_findings(const std::filesystem::path& file, const Selection& selection);

}  // namespace syncbench::analysis
