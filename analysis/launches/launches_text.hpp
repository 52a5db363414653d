#pragma once

#include <string>

#include "analysis/launches/launches_report.hpp"

namespace syncbench::analysis {

/// Sentences and tables for people: points over launches; with suite init phases and first operations too.
std::string launches_text(const LaunchesReport& report);

/// The set as one JSON document (analysis/README.md).
std::string launches_json(const LaunchesReport& report);

}  // namespace syncbench::analysis
