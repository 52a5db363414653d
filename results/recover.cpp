#include "results/recover.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "results/facts_group.hpp"
#include "results/folder_lock.hpp"
#include "results/merge.hpp"
#include "results/parts.hpp"
#include "results/publish.hpp"
#include "results/reader.hpp"
#include "results/sweep.hpp"

namespace syncbench::results {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::seconds kPatience{600};  // with a recover() that cannot be seen

// A name that was reserved for a result that never came stays, and blocks nothing.
void require_free_name(const fs::path& run_file) {
  std::error_code ignored;
  if (!fs::exists(fs::symlink_status(run_file, ignored)) || is_reserved(run_file)) return;
  throw Error(ExitCode::usage,
              fmt::format("{} exists already and is not overwritten; if it is whole, its parts folder can be deleted; "
                          "if it is not, or of another run, give it another name",
                          run_file.string()));
}

// Every part holds all rows up to its own time, and points need not have been finished in the plan's order.
std::vector<LogRow> longest_log(const std::vector<fs::path>& parts) {
  std::vector<LogRow> longest;
  for (const fs::path& part : parts) {
    const RunReader reader(part);
    if (reader.log().size() > longest.size()) longest = reader.log();
  }
  return longest;
}

// The header is a point's, since it knows what was learned before the first point too.
Merge recovery(const fs::path& run_file, SortedParts parts, FolderLock& lock) {
  const auto point = std::find_if(parts.sound.begin(), parts.sound.end(), has_point);
  const fs::path& first = point == parts.sound.end() ? parts.sound.front() : *point;
  Merge job{.file = run_file,
            .parts = parts,
            .header = RunReader(first).header(),
            .log = longest_log(parts.sound),
            .end = {.complete = false, .exit_reason = "recovered", .facts = {}},
            .taken = Taken::next_free,
            .after_part = [&lock] { lock.beat(); }};
  return job;
}

Merged merge_what_is_there(const fs::path& run_file, const std::vector<fs::path>& finished, FolderLock& lock) {
  return merge(recovery(run_file, sort_out(vet_apart(finished)), lock));
}

// Who else has the folder is no failure; that the lock cannot be written is one.
FolderLock locked(const fs::path& run_file, std::optional<std::chrono::seconds> stale_after) {
  try {
    return {parts_folder(run_file), this_process("recover", "", kPatience.count()), stale_after};
  } catch (const Error& error) {
    if (error.code() != ExitCode::io) throw;
    throw Error(error.code(), error.what() + advice_after_failure(run_file));
  }
}

}  // namespace

Recovered recover(const fs::path& run_file, std::optional<std::chrono::seconds> stale_after) {
  require_free_name(run_file);
  const fs::path folder = parts_folder(run_file);
  std::vector<fs::path> finished = finished_parts(folder);
  const auto reserved = std::stable_partition(finished.begin(), finished.end(), std::not_fn(is_reserved));
  const std::vector<fs::path> unfinished(reserved, finished.end());
  finished.erase(reserved, finished.end());
  if (std::none_of(finished.begin(), finished.end(), has_point))
    throw Error(ExitCode::io, fmt::format("{}: has no finished part to recover", folder.string()));
  FolderLock lock = locked(run_file, stale_after);
  Merged merged = saying_where_points_are(run_file, [&] { return merge_what_is_there(run_file, finished, lock); });
  lock.require_held();
  merged.parts.insert(merged.parts.end(), unfinished.begin(), unfinished.end());
  std::vector<std::string> left = remove_merged(folder, merged.parts);
  remove_temporaries_of(run_file);
  sync_folder(folder_of(run_file));
  return {.file = std::move(merged.file), .left_out = std::move(merged.left_out), .left = std::move(left)};
}

}  // namespace syncbench::results
