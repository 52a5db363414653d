#pragma once

#include <string>

#include <syncbench/analysis/launches_report.hpp>

namespace syncbench::analysis {

/// A sentence and tables for people: phases over launches, first operations over launches.
std::string launches_text(const LaunchesReport& report);

/// The set as one JSON document (analysis/README.md).
std::string launches_json(const LaunchesReport& report);

}  // namespace syncbench::analysis
