#pragma once

#include <vector>

#include "analysis/finding/finding.hpp"
#include "analysis/run/regimes.hpp"

namespace syncbench::analysis {

/// A point that changes its level while it is measured, as one finding: when, by how much, what that costs against the
/// best level, and which rank comes last while it is slow. A note where that costs less than a twentieth of the time;
/// nothing for a point without regimes and of the null backend.
std::vector<Finding> regime_findings(const Decomposition& point, const std::vector<Regime>& regimes);

/// The same of a point that cannot be taken apart (a cycle, a pair, a summary): when and by how much, and no rank.
std::vector<Finding> regime_findings(const results::PointHeader& point, const TimeCourse& course,
                                     const std::vector<Regime>& regimes);

/// Takes out an episode that is the slow stretch of a regime: three quarters of its iterations are that stretch's, and
/// half of that stretch's are its.
void drop_told_as_regime(std::vector<Finding>& findings, const std::vector<Finding>& regimes);

}  // namespace syncbench::analysis
