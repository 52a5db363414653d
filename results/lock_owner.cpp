#include "results/lock_owner.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <utility>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <unistd.h>

#include "harness/core/text.hpp"
#include "results/temporary.hpp"

namespace syncbench::results {
namespace {

constexpr std::string_view kTitle = "syncbench-lock/1";
constexpr std::size_t kLongestText = 128;

constexpr std::array<std::pair<const char*, std::string LockOwner::*>, 8> kTexts{{{"purpose", &LockOwner::purpose},
                                                                                  {"host", &LockOwner::host},
                                                                                  {"boot", &LockOwner::boot},
                                                                                  {"pid-space", &LockOwner::pid_space},
                                                                                  {"job", &LockOwner::job},
                                                                                  {"run", &LockOwner::run_id},
                                                                                  {"since", &LockOwner::since},
                                                                                  {"token", &LockOwner::token}}};
constexpr std::array<std::pair<const char*, std::int64_t LockOwner::*>, 3> kNumbers{
    {{"pid", &LockOwner::pid}, {"process-start", &LockOwner::process_start}, {"patience-s", &LockOwner::patience_s}}};

// A lock may be anybody's text: only what can be shown is taken from it.
std::string shown(std::string_view text) {
  std::string kept(text.substr(0, kLongestText));
  std::erase_if(kept, [](char c) { return c < ' ' || c > '~'; });
  return kept;
}

std::string first_line(const std::string& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

std::string own_host() {
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? shown(name.data()) : "?";
}

std::string own_pid_space() {
  std::error_code problem;
  return shown(std::filesystem::read_symlink("/proc/self/ns/pid", problem).string());
}

std::string own_job() {
  for (const char* name : {"SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID", "FLUX_JOB_ID", "JOB_ID"}) {
    if (const char* job = std::getenv(name)) return shown(job);
  }
  return {};
}

// Of proc(5)'s stat: fields 3 and 22. The name before them may hold anything, so they are counted from its last ')'.
struct ProcessState {
  char state = '?';
  std::int64_t start = 0;  // 0: not known
};

ProcessState state_of(std::int64_t pid) {
  constexpr std::size_t kFieldsAfterName = 20;
  const std::string stat = first_line(fmt::format("/proc/{}/stat", pid));
  const std::size_t name_end = stat.rfind(')');
  if (name_end == std::string::npos || name_end + 2 >= stat.size()) return {};
  const auto fields = split(std::string_view(stat).substr(name_end + 2), ' ');
  if (fields.size() < kFieldsAfterName || fields.front().empty()) return {};
  return {fields.front().front(), parse_whole(fields[kFieldsAfterName - 1]).value_or(0)};
}

std::string utc_now() {
  const auto now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(now));
}

}  // namespace

LockOwner this_process(std::string purpose, std::string run_id, std::int64_t patience_s) {
  LockOwner owner;
  owner.purpose = std::move(purpose);
  owner.host = own_host();
  owner.boot = shown(first_line("/proc/sys/kernel/random/boot_id"));
  owner.pid_space = own_pid_space();
  owner.pid = ::getpid();
  owner.process_start = state_of(owner.pid).start;
  owner.job = own_job();
  owner.run_id = std::move(run_id);
  owner.since = utc_now();
  owner.token = unguessable_text();
  owner.patience_s = patience_s;
  return owner;
}

std::string text_of(const LockOwner& owner) {
  std::string text(kTitle);
  text += '\n';
  for (const auto& [name, member] : kTexts) text += fmt::format("{} {}\n", name, owner.*member);
  for (const auto& [name, member] : kNumbers) text += fmt::format("{} {}\n", name, owner.*member);
  return text;
}

LockOwner parse_owner(std::string_view text) {
  LockOwner owner;
  const auto lines = split(text, '\n');
  if (lines.empty() || lines.front() != kTitle) return owner;
  for (const std::string_view line : lines) {
    const std::size_t space = line.find(' ');
    if (space == std::string_view::npos) continue;
    const std::string_view name = line.substr(0, space), value = line.substr(space + 1);
    for (const auto& [key, member] : kTexts)
      if (name == key) owner.*member = shown(value);
    for (const auto& [key, member] : kNumbers)
      if (name == key) owner.*member = parse_whole(value).value_or(0);
  }
  return owner;
}

std::string description_of(const LockOwner& owner) {
  if (owner.host.empty()) return "somebody whom the lock does not name";
  return fmt::format("host {}, process {}{}{}", owner.host, owner.pid, owner.job.empty() ? "" : ", job ", owner.job);
}

Life life_of(const LockOwner& owner) {
  if (owner.boot.empty() || owner.pid <= 0 || owner.boot != first_line("/proc/sys/kernel/random/boot_id") ||
      owner.pid_space != own_pid_space())
    return Life::unknown;
  if (::kill(static_cast<pid_t>(owner.pid), 0) != 0 && errno == ESRCH) return Life::gone;
  const ProcessState process = state_of(owner.pid);
  if (process.state == 'Z' || process.state == 'X') return Life::gone;  // ended, and its parent did not look yet
  if (process.start == 0 || owner.process_start == 0) return Life::unknown;
  return process.start == owner.process_start ? Life::alive : Life::gone;
}

}  // namespace syncbench::results
