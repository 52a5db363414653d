#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "analysis/run/run_report.hpp"

namespace syncbench::analysis {

/// What `check` found out about one file.
struct Checked {
  std::string file;
  std::vector<std::string> departures;  ///< empty for a valid file
  std::size_t points = 0;
};

/// The documents of `--json`, whose shapes stand in the room's README: one object and a final newline. Times are whole
/// ns; what is absent is null. Text that is not UTF-8 gets replacement characters.
std::string json_of(std::string_view command, Subject subject, const std::vector<RunReport>& runs);
std::string json_of(const std::vector<Checked>& files);

}  // namespace syncbench::analysis
