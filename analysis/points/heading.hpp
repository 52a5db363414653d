#pragma once

#include <string>

#include "analysis/run/run_report.hpp"

namespace syncbench::analysis {

/// What was run, where and when, and whether it came to its end: the lines that stand above every table of a file.
std::string heading_text(const RunReport& run);

/// The run's log but for points that were not measured, which are listed on their own; after the first few, their
/// number. Stands above and below the table, because a warning that has scrolled away warns nobody. Empty if there are
/// none.
std::string warnings_text(const RunReport& run);

/// The selected points that were not measured, with the reason; those of one suite and reason together. Empty if there
/// are none.
std::string not_measured_text(const RunReport& run);

}  // namespace syncbench::analysis
