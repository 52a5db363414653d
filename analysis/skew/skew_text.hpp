#pragma once

#include <string>
#include <vector>

#include "analysis/skew/skew_report.hpp"

namespace syncbench::analysis {

/// Every point's ranks, who waits for whom, what fixing a rank gives, and what more ranks would meet; then the hidden
/// share against lateness where ranks were late on purpose.
std::string skew_text(const SkewReport& report);

/// The same as one JSON document; its shape stands in the room's README.
std::string skew_json(const std::vector<SkewReport>& reports);

}  // namespace syncbench::analysis
