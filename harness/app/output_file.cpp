#include "harness/app/output_file.hpp"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include "harness/core/error.hpp"

namespace syncbench::app {
namespace {

std::tm utc(std::chrono::system_clock::time_point time) {
  return fmt::gmtime(std::chrono::system_clock::to_time_t(time));
}

std::string own_name(const RunName& name) {
  const std::string job = name.job.empty() ? "" : "-j" + name.job;
  return fmt::format("syncbench-{}-{}-{}n{}r{}.h5", compact_utc_text(name.time), name.suite, name.nodes, name.ranks,
                     job);
}

}  // namespace

std::string compact_utc_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y%m%dT%H%M%SZ}", utc(time));
}

std::string utc_text(std::chrono::system_clock::time_point time) {
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc(time));
}

std::filesystem::path output_file(const std::string& out, const RunName& name) {
  if (out.empty()) return own_name(name);
  std::error_code ignored;
  if (out.ends_with('/') || std::filesystem::is_directory(out, ignored))
    return std::filesystem::path(out) / own_name(name);
  return out;
}

void refuse_missing_folder(const std::filesystem::path& file) {
  const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
  std::error_code ignored;
  std::filesystem::path nearest = folder;
  while (!std::filesystem::is_directory(nearest, ignored) && nearest.has_parent_path() &&
         nearest != nearest.parent_path())
    nearest = nearest.parent_path();
  if (nearest == folder) return;
  const std::string exists = std::filesystem::is_directory(nearest, ignored) ? nearest.string() : "this one, .";
  throw Error(ExitCode::io, fmt::format("cannot write {}: there is no folder {}; the nearest that exists is {}",
                                        file.string(), folder.string(), exists));
}

}  // namespace syncbench::app
