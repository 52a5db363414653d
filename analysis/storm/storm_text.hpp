#pragma once

#include <string>

#include "analysis/storm/storm_report.hpp"

namespace syncbench::analysis {

/// The report for people: what it means first, then storms, what an operation costs, fractions of models, size sweeps.
/// Tables of at most 100 cells.
std::string storm_text(const StormReport& report);

/// The report as one JSON document; its shape stands in the room's README.
std::string storm_json(const std::vector<StormReport>& reports);

}  // namespace syncbench::analysis
