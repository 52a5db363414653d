#pragma once

#include <string>
#include <vector>

#include "analysis/init/init_report.hpp"

namespace syncbench::analysis {

/// Sentences and tables for people: the phases of the startup, the first operations, the cycles.
std::string init_text(const InitReport& report);

/// All files as one JSON document (analysis/README.md).
std::string init_json(const std::vector<InitReport>& reports);

}  // namespace syncbench::analysis
