#pragma once

#include <string>
#include <vector>

#include "analysis/noise/noise_report.hpp"

namespace syncbench::analysis {

/// Sentences and a table, a row a point and rank, for people.
std::string noise_text(const NoiseReport& report);

/// All files as one JSON document (analysis/README.md).
std::string noise_json(const std::vector<NoiseReport>& reports);

}  // namespace syncbench::analysis
