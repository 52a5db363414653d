#pragma once

#include <string>
#include <vector>

#include "analysis/numa/numa_report.hpp"

namespace syncbench::analysis {

/// Sentences and tables (memory, collectives, where ranks may run), for people.
std::string numa_text(const NumaReport& report);

/// All files as one JSON document (analysis/README.md).
std::string numa_json(const std::vector<NumaReport>& reports);

}  // namespace syncbench::analysis
