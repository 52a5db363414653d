#pragma once

#include <vector>

#include "finding.hpp"
#include <syncbench/results/reader.hpp>

namespace syncbench::analysis {

/// What the run itself warned about: where ranks run, clocks that left their bounds, pairs that could not connect. The
/// last is a finding, the others are notes: they accuse nobody.
std::vector<Finding> log_findings(const results::RunReader& reader);

}  // namespace syncbench::analysis
