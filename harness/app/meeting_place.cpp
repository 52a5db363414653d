#include "harness/app/meeting_place.hpp"

#include <filesystem>

#include <fmt/format.h>
#include <unistd.h>

namespace syncbench::app {
namespace {

std::filesystem::path folder_of(const std::string& out) {
  std::error_code ignored;
  const std::filesystem::path path = std::filesystem::absolute(out.empty() ? "." : out, ignored);
  return std::filesystem::is_directory(path, ignored) ? path : path.parent_path();
}

}  // namespace

measure::MeetingPlace meeting_place(const Launcher& launcher, const Environment& environment, const std::string& out,
                                    int parent) {
  measure::MeetingPlace place{
      .folder = {}, .ranks = static_cast<std::size_t>(launcher.tasks.value_or(0)), .seen_by_all = launcher.one_host};
  const std::string job = launcher.job.empty() && launcher.one_host ? fmt::format("of-{}", parent) : launcher.job;
  if (job.empty() || !launcher.rank || !launcher.tasks) return place;
  const std::filesystem::path folder =
      launcher.one_host ? std::filesystem::path(environment("TMPDIR").value_or("/tmp")) : folder_of(out);
  place.folder = folder / fmt::format(".syncbench-hang-{}-{}", getuid(), job);
  return place;
}

}  // namespace syncbench::app
