#pragma once

#include <vector>

#include "analysis/finding/finding.hpp"

namespace syncbench::analysis {

struct PairsReport;

/// Slow nodes and links of a run of suite pairs, one finding each whatever it is slow in, and what datagrams found.
std::vector<Finding> pairs_findings(const PairsReport& report);

}  // namespace syncbench::analysis
