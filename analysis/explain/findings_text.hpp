#pragma once

#include <string>
#include <vector>

#include "analysis/explain/explain_report.hpp"

namespace syncbench::analysis {

/// The findings for people, numbered, largest cost first, then notes; "nothing found" where there are none.
std::string findings_text(const ExplainReport& report);

/// The same as one JSON document; its shape stands in the room's README.
std::string findings_json(const std::vector<ExplainReport>& reports);

}  // namespace syncbench::analysis
