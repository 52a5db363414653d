#pragma once

#include <string>
#include <vector>

#include "analysis/strided/strided_report.hpp"

namespace syncbench::analysis {

/// Sentences, then a table a layout and size.
std::string strided_text(const StridedReport& report);

/// One JSON document.
std::string strided_json(const std::vector<StridedReport>& reports);

}  // namespace syncbench::analysis
