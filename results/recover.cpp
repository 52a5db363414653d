#include "recover.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "facts_group.hpp"
#include "merge.hpp"
#include "parts.hpp"
#include "publish.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/results/reader.hpp>

namespace syncbench::results {
namespace {

void require_free_name(const std::filesystem::path& run_file) {
  std::error_code ignored;
  if (!std::filesystem::exists(run_file, ignored)) return;
  throw Error(ExitCode::usage, fmt::format("{} exists already and is not overwritten; if it is whole, its parts folder "
                                           "can be deleted",
                                           run_file.string()));
}

// Every part holds all rows up to its own time, and points need not have been finished in the plan's order.
std::vector<LogRow> longest_log(const std::vector<std::filesystem::path>& parts) {
  std::vector<LogRow> longest;
  for (const std::filesystem::path& part : parts) {
    const RunReader reader(part);
    if (reader.log().size() > longest.size()) longest = reader.log();
  }
  return longest;
}

}  // namespace

void recover(const std::filesystem::path& run_file) {
  require_free_name(run_file);
  const std::filesystem::path folder = parts_folder(run_file);
  const std::vector<std::filesystem::path> parts = finished_parts(folder);
  const auto point = std::find_if(parts.begin(), parts.end(), has_point);
  if (point == parts.end()) {
    throw Error(ExitCode::io, fmt::format("{}: has no finished part to recover", folder.string()));
  }
  // A point's, since it knows what was learned before the first point too.
  merge(run_file, parts, RunReader(*point).header(), longest_log(parts),
        {.complete = false, .exit_reason = "recovered"});
  remove_parts(run_file);
  sync_folder(folder_of(run_file));
}

}  // namespace syncbench::results
