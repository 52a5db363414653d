#pragma once

#include <string>

#include "analysis/run/run_report.hpp"

namespace syncbench::analysis {

/// Tables are allowed this many terminal cells.
inline constexpr std::size_t kTableWidth = 100;

/// One file for people: heading, warnings, a table with one line a measured point, notes, points that were not measured
/// with their reason, the warnings again, and what to ask next. Expects reports by Subject::point whose quantiles are
/// those of summary_quantiles().
std::string summary_text(const RunReport& run);

/// p50 p95 p99 p99.9: the columns of the summary.
std::vector<Quantile> summary_quantiles();

}  // namespace syncbench::analysis
