#include "analysis/cli/guarded.hpp"

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/core/crash_signal.hpp"
#include "harness/core/error.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

namespace fs = std::filesystem;

// Samples that compress best take 1/100 of their size in memory, and the slowest command works through more than 1 MB a
// second.
constexpr std::uint64_t kBaseMemory = std::uint64_t{768} << 20;
constexpr std::uint64_t kMemoryPerByte = 128;
constexpr std::uint64_t kBaseSeconds = 9;
constexpr std::uint64_t kBytesPerSecond = 100'000;

// The work itself went wrong, and nobody ended it.
bool is_own_fault(int signal) noexcept { return is_crash(signal) || signal == SIGXCPU; }

std::uint64_t size_of(const fs::path& path) {
  std::error_code problem;
  if (!fs::is_directory(path, problem)) {
    const std::uintmax_t size = fs::file_size(path, problem);
    return problem ? 0 : size;
  }
  std::uint64_t sum = 0;
  for (fs::directory_iterator each(path, problem), end; !problem && each != end; each.increment(problem)) {
    std::error_code ignored;
    const std::uintmax_t size = each->file_size(ignored);
    if (!ignored) sum += size;
  }
  return sum;
}

// Bytes of private writable memory of this process (proc(5): field 6 of statm, in pages).
std::uint64_t data_in_use() {
  std::ifstream statm("/proc/self/statm");
  std::uint64_t fields[6]{};
  for (std::uint64_t& field : fields) statm >> field;
  return fields[5] * static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
}

// A limit that is there already stays if it is lower.
void lower(decltype(RLIMIT_DATA) resource, rlim_t soft, rlim_t hard) {
  rlimit limit{};
  if (::getrlimit(resource, &limit) != 0) return;
  limit.rlim_max = std::min(limit.rlim_max, hard);
  limit.rlim_cur = std::min({limit.rlim_cur, limit.rlim_max, soft});
  ::setrlimit(resource, &limit);
}

// SIGXCPU comes at the soft limit. A core file of a crash that a hostile file causes helps nobody and fills the disk.
void restrict_process(const Allowance& allowance) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  const rlim_t memory = data_in_use() + allowance.memory_bytes;
  lower(RLIMIT_DATA, memory, memory);
  const rlim_t seconds = allowance.processor_seconds * SYNCBENCH_TIMES_SLOWER;  // 1, but in a sanitizer's build
  lower(RLIMIT_CPU, seconds, seconds + 1);
  lower(RLIMIT_CORE, 0, 0);
}

int wait_for(pid_t child) {
  int status = 0;
  while (::waitpid(child, &status, 0) < 0) {
    if (errno != EINTR) throw Error(ExitCode::internal, "lost its child process: " + system_message(errno));
  }
  return status;
}

// Ends this process as the child was ended, so that a shell sees one program.
[[noreturn]] void end_by(int signal) {
  std::signal(signal, SIG_DFL);
  std::raise(signal);
  ::_exit(128 + signal);
}

}  // namespace

std::vector<fs::path> paths_among(std::span<const std::string> arguments) {
  std::vector<fs::path> paths;
  for (const std::string& argument : arguments.subspan(std::min<std::size_t>(arguments.size(), 1))) {
    std::error_code ignored;
    if (!argument.starts_with('-') && fs::exists(argument, ignored)) paths.emplace_back(argument);
  }
  return paths;
}

Allowance allowance_for(std::span<const fs::path> files) {
  constexpr std::uint64_t kMost = std::uint64_t{1} << 50;  // keeps the products within 64 bits
  std::uint64_t bytes = 0;
  for (const fs::path& file : files) bytes += std::min(size_of(file), kMost);
  bytes = std::min(bytes, kMost);
  return {kBaseMemory + kMemoryPerByte * bytes, kBaseSeconds + bytes / kBytesPerSecond};
}

std::string ending_sentence(int signal, std::span<const fs::path> files, const Allowance& allowance) {
  std::vector<std::string> names;
  for (const fs::path& file : files) names.push_back(file.string());
  const std::string where = fmt::format("{}{}", names.size() > 1 ? "one of " : "", join(names, ", "));
  const std::string what =
      signal == SIGXCPU
          ? fmt::format(
                "reading took more than {} s of processor time, which no sound file of this size needs (if you trust "
                "it: --no-limits before the "
                "command)",
                allowance.processor_seconds)
          : fmt::format("the file is damaged in a way that crashes the HDF5 library ({})", ::strsignal(signal));
  return fmt::format("{}: {}{}", where, what, names.size() > 1 ? "; give each file alone to find it" : "");
}

int run_guarded(std::span<const fs::path> files, const Allowance& allowance, const std::function<int()>& work) {
  std::fflush(nullptr);  // or the child writes it again
  const pid_t child = ::fork();
  if (child < 0)
    throw Error(ExitCode::unavailable,
                fmt::format("cannot start a process to read in ({}); --no-limits before the command reads without one",
                            system_message(errno)));
  if (child == 0) {
    restrict_process(allowance);
    std::exit(work());
  }
  const int status = wait_for(child);
  if (WIFEXITED(status)) return WEXITSTATUS(status);
  const int signal = WTERMSIG(status);
  if (!is_own_fault(signal)) end_by(signal);
  const std::string sentence = ending_sentence(signal, files, allowance);
  fmt::print(stderr, "syncbench-analyze: {}\n", printable(sentence));
  return static_cast<int>(ExitCode::data);
}

}  // namespace syncbench::analysis
