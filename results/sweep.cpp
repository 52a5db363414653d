#include "results/sweep.hpp"

#include <algorithm>
#include <cerrno>
#include <iterator>

#include <fmt/format.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "results/facts_group.hpp"
#include "results/parts.hpp"
#include "results/publish.hpp"
#include "results/temporary.hpp"

namespace syncbench::results {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> entries_of(const fs::path& folder) {
  std::vector<fs::path> entries;
  std::error_code problem;
  fs::directory_iterator entry(folder, problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) entries.push_back(entry->path());
  if (problem)
    throw Error(ExitCode::io, fmt::format("{}: the folder cannot be listed ({})", folder.string(), problem.message()));
  return entries;
}

void remove_file(const fs::path& file) {
  if (::unlink(file.c_str()) == 0 || errno == ENOENT) return;
  throw Error(ExitCode::io, fmt::format("{}: could not be removed ({})", file.string(), system_message(errno)));
}

// "hang.3", ".hang.3": what ranks write when the watchdog wakes up.
bool is_hang_report(const fs::path& file) {
  const std::string name = file.filename().string();
  return name.starts_with("hang.") || name.starts_with(".hang.");
}

bool is_scrap(const fs::path& file) { return is_temporary(file) || is_hang_report(file); }

}  // namespace

std::vector<fs::path> finished_points(const fs::path& folder) {
  std::vector<fs::path> points = finished_parts(folder);
  std::erase_if(points, [](const fs::path& part) { return !has_point(part); });
  return points;
}

void remove_scraps(const fs::path& folder) {
  for (const fs::path& entry : entries_of(folder)) {
    const bool facts = entry.filename() == fmt::format("{}.h5", kFactsPart);
    if (facts || is_scrap(entry)) remove_file(entry);
  }
}

std::vector<std::string> remove_merged(const fs::path& folder, const std::vector<fs::path>& merged) {
  for (const fs::path& part : merged) remove_file(part);
  std::vector<std::string> left;
  for (const fs::path& entry : entries_of(folder)) {
    if (is_scrap(entry)) {
      remove_file(entry);
    } else if (entry != lock_file(folder)) {
      left.push_back(entry.filename().string());
    }
  }
  std::sort(left.begin(), left.end());
  if (!left.empty()) return left;
  remove_file(lock_file(folder));
  if (::rmdir(folder.c_str()) == 0 || errno == ENOENT) return left;
  throw Error(ExitCode::io, fmt::format("{}: could not be removed ({})", folder.string(), system_message(errno)));
}

void remove_temporaries_of(const fs::path& file) {
  std::error_code problem;
  fs::directory_iterator entry(folder_of(file), problem);
  for (; !problem && entry != fs::directory_iterator(); entry.increment(problem)) {
    if (is_temporary_of(entry->path(), file)) ::unlink(entry->path().c_str());
  }
}

}  // namespace syncbench::results
