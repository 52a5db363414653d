#pragma once

#include <vector>

#include "analysis/finding/finding.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// What the run itself warned about: where ranks run, clocks that left their bounds, pairs that could not connect.
/// Ranks that stop each other, and pairs without a connection, are findings; the others are notes.
std::vector<Finding> log_findings(const results::RunReader& reader);

}  // namespace syncbench::analysis
