#pragma once

#include <vector>

#include "analysis/facts/fact_findings.hpp"

namespace syncbench::analysis {

/// Nodes on which other processes, or the hypervisor, took a twentieth or more of the time of the processors that the
/// ranks may use, while the run lasted. What is told of ranks there may be the work of those processes. A pure
/// function.
std::vector<Finding> load_findings(const std::vector<NodeFacts>& nodes);

}  // namespace syncbench::analysis
