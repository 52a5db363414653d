#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/decompose/decompose_report.hpp"

namespace syncbench::analysis {

/// A table with a line a point, or one a point with a line a rank or node. At most 100 cells wide.
std::string decompose_text(const DecomposeReport& report, Subject by);

/// One point's line and its table of ranks or nodes.
std::string point_text(const PointShares& point, Subject by);

/// What the columns mean; stands below.
extern const std::string_view kDecomposeNotes;

/// The same as one JSON document; its shape stands in the room's README. Every iteration's values where the report has
/// them.
std::string decompose_json(const std::vector<DecomposeReport>& reports);

}  // namespace syncbench::analysis
