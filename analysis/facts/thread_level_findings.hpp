#pragma once

#include <string_view>
#include <vector>

#include "analysis/finding/finding.hpp"

namespace syncbench::analysis {

/// A note where MPI worked at a higher thread level than MPI_Init gives. `level`: as in /run, "single", "funneled",
/// "serialized", "multiple"; empty where the file does not say.
std::vector<Finding> thread_level_findings(std::string_view level);

}  // namespace syncbench::analysis
