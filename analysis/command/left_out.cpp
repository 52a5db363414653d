#include "analysis/command/left_out.hpp"

#include <system_error>

#include <fmt/format.h>

#include "harness/core/shown_text.hpp"
#include "results/reader.hpp"
#include "results/sweep.hpp"

namespace syncbench::analysis {

void tell_left_out(std::span<const std::filesystem::path> paths, Outcome& outcome) {
  for (const std::filesystem::path& path : paths) {
    std::error_code ignored;
    if (!std::filesystem::is_directory(path, ignored) || results::finished_points(path).empty()) continue;
    const results::RunReader reader(path);
    for (const results::LeftOut& each : reader.left_out()) {
      outcome.err +=
          fmt::format("syncbench-analyze: {}: left out ({})\n", one_line(each.part.string()), one_line(each.reason));
      outcome.code = ExitCode::data;
    }
  }
}

}  // namespace syncbench::analysis
