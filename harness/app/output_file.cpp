#include "output_file.hpp"

#include <ctime>

#include <fmt/chrono.h>
#include <fmt/format.h>

namespace syncbench::app {
namespace {

std::tm utc(std::chrono::system_clock::time_point time) { return fmt::gmtime(std::chrono::system_clock::to_time_t(time)); }

std::string own_name(const RunName& name) {
  const std::string job = name.job.empty() ? "" : "-j" + name.job;
  return fmt::format("syncbench-{:%Y%m%dT%H%M%SZ}-{}-{}n{}r{}.h5", utc(name.time), name.suite, name.nodes, name.ranks, job);
}

}  // namespace

std::string utc_text(std::chrono::system_clock::time_point time) { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", utc(time)); }

std::filesystem::path output_file(const std::string& out, const RunName& name) {
  if (out.empty()) return own_name(name);
  std::error_code ignored;
  if (out.ends_with('/') || std::filesystem::is_directory(out, ignored)) return std::filesystem::path(out) / own_name(name);
  return out;
}

}  // namespace syncbench::app
