#pragma once

#include <vector>

#include "finding.hpp"
#include "regimes.hpp"

namespace syncbench::analysis {

/// A point that changes its level while it is measured, as one finding: when, by how much, what that costs against the
/// best level, and which rank comes last while it is slow. A note where that costs less than a twentieth of the time;
/// nothing for a point without regimes and of the null backend.
std::vector<Finding> regime_findings(const Decomposition& point, const std::vector<Regime>& regimes);

}  // namespace syncbench::analysis
