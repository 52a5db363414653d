#pragma once

#include <string>

#include "analysis/launches/launches_report.hpp"

namespace syncbench::analysis {

/// Points over launches: a table a suite with a row a point and quantile, what it rests on, and which launches have no
/// part in which point. Empty where no point was measured.
std::string launch_points_text(const LaunchesReport& report);

}  // namespace syncbench::analysis
