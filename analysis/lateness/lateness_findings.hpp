#pragma once

#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

/// What a point's lateness comes to, as findings; none where nothing recurs or clocks forbid to compare.
std::vector<Finding> lateness_findings(const Decomposition& point);

/// Findings of the same cause at the same ranks become one, that of the greatest cost, which names how many points it
/// was seen in and has all their evidence.
std::vector<Finding> merged(std::vector<Finding> findings);

/// What is certain first, then the largest cost, then what has none; notes last.
void sort_by_cost(std::vector<Finding>& findings);

}  // namespace syncbench::analysis
