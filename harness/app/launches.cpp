#include "harness/app/launches.hpp"

#include <algorithm>
#include <array>
#include <climits>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>

#include "harness/app/child_process.hpp"
#include "harness/app/output_file.hpp"
#include "harness/app/result_name.hpp"
#include "harness/app/shell_words.hpp"
#include "harness/core/clock.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
#include "harness/machine/process_start.hpp"

namespace syncbench::app {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t kMostLaunches = 999'999;

std::size_t number_of(const std::string& text) {
  const auto number = parse_whole(text);
  if (number && *number >= 1 && *number <= kMostLaunches) return static_cast<std::size_t>(*number);
  throw Error(ExitCode::usage,
              fmt::format("--launches {}: a whole number from 1 to {} is wanted", text, kMostLaunches));
}

std::vector<std::string> words_of(const std::optional<std::string>& launcher) {
  const std::vector<std::string> words = launcher ? shell_words(*launcher) : std::vector<std::string>{};
  if (!words.empty()) return words;
  throw Error(ExitCode::usage,
              "--launches needs --launcher, what each launch begins with, as in --launcher 'mpirun -n 2'");
}

// This very program, wherever the launcher's processes have their working folder.
std::string own_path() {
  std::error_code problem;
  const fs::path path = fs::read_symlink("/proc/self/exe", problem);
  if (!problem) return path.string();
  throw Error(ExitCode::internal, fmt::format("the path of this program is not known: {}", problem.message()));
}

// "results/x-*.h5", as a shell takes it.
std::string pattern_of(const fs::path& first) {
  const std::string name = first.string();
  const std::size_t number = name.rfind("001");
  if (number == std::string::npos || number == 0) return shell_path(name);
  const std::string rest = name.substr(number + 3);
  return shell_path(name.substr(0, number)) + "*" + (rest.empty() ? rest : shell_word(rest));
}

class Launches {
 public:
  Launches(std::vector<std::string> launcher, std::size_t count, const Configuration& configuration,
           std::vector<std::string> arguments)
      : launcher_(std::move(launcher)),
        count_(count),
        configuration_(configuration),
        begun_(std::chrono::system_clock::now()),
        program_(own_path()),
        arguments_(std::move(arguments)) {}

  ExitCode run() {
    refuse_missing_folder(file(1));
    for (std::size_t launch = 1; launch <= count_ && !stopped_; ++launch) run(launch);
    fmt::print("{} of {} launches left a result   next: syncbench-analyze launches {}\n", done_, count_,
               pattern_of(file(1)));
    std::fflush(stdout);
    return static_cast<ExitCode>(first_failure_);
  }

 private:
  fs::path file(std::size_t launch) const {
    return launch_file(configuration_.run().out, suite_part(configuration_), begun_, launch);
  }

  void run(std::size_t launch) {
    const Nanos begun = raw_clock().now();
    const ChildEnd end = run_child(command(launch));
    if (end.exit_code == 0) {
      ++done_;
      if (!configuration_.run().quiet)
        say(stdout, launch,
            fmt::format("{:.1f} s, {}", static_cast<double>((raw_clock().now() - begun).count()) / 1e9,
                        one_line(file(launch).string())));
    }
    if (end.exit_code == 0 && end.passed_on == 0) return;
    // What launchers that are told to end call it differs; mpirun says 1.
    const int code = end.passed_on != 0 ? 128 + end.passed_on : end.exit_code;
    if (first_failure_ == 0) first_failure_ = code;
    stopped_ = end.passed_on != 0 || is_hopeless(code);
    if (end.exit_code == 0) return;
    const bool more = launch < count_;
    say(stderr, launch,
        fmt::format("ended with {}{}", code,
                    !more      ? ""
                    : stopped_ ? "; no other follows"
                               : "; the next follows"));
  }

  std::vector<std::string> command(std::size_t launch) const {
    std::vector<std::string> words = launcher_;
    words.insert(words.end(), {"env", fmt::format("SYNCBENCH_T0={}", machine::raw_and_real().other.count()),
                               fmt::format("SYNCBENCH_LAUNCH={}", launch), program_});
    words.insert(words.end(), arguments_.begin(), arguments_.end());
    words.insert(words.end(), {"--quiet", "--out=" + file(launch).string()});
    return words;
  }

  void say(std::FILE* out, std::size_t launch, const std::string& what) const {
    fmt::print(out, "launch {} of {}: {}\n", launch, count_, what);
    std::fflush(out);
  }

  std::vector<std::string> launcher_;
  std::size_t count_;
  const Configuration& configuration_;
  std::chrono::system_clock::time_point begun_;
  std::string program_;
  std::vector<std::string> arguments_;
  std::size_t done_ = 0;
  int first_failure_ = 0;
  bool stopped_ = false;
};

}  // namespace

std::vector<std::string> arguments_of_a_launch(const std::vector<std::string>& arguments) {
  constexpr std::array<std::string_view, 3> kWithValue{"--launches", "--launcher", "--out"};
  std::vector<std::string> kept;
  for (std::size_t i = 0; i < arguments.size(); ++i) {
    const std::string_view name = std::string_view(arguments[i]).substr(0, arguments[i].find('='));
    const bool ours = std::find(kWithValue.begin(), kWithValue.end(), name) != kWithValue.end();
    if (ours && name.size() == arguments[i].size()) ++i;  // its value is the next one
    if (ours || name == "--quiet") continue;
    kept.push_back(arguments[i]);
  }
  return kept;
}

std::filesystem::path launch_file(const std::string& out, const std::string& suite,
                                  std::chrono::system_clock::time_point time, std::size_t launch) {
  std::error_code ignored;
  const bool own_name = out.empty() || out.ends_with('/') || fs::is_directory(out, ignored);
  if (own_name) return fs::path(out) / fmt::format("syncbench-{}-{}-{:03}.h5", compact_utc_text(time), suite, launch);
  const fs::path file(out);
  return file.parent_path() / fmt::format("{}-{:03}{}", file.stem().string(), launch, file.extension().string());
}

bool is_hopeless(int exit_code) noexcept {
  constexpr int kNotExecutable = 126, kNotFound = 127;  // as env and shells say
  return exit_code == static_cast<int>(ExitCode::usage) || exit_code == static_cast<int>(ExitCode::unavailable) ||
         exit_code == static_cast<int>(ExitCode::io) || exit_code == kNotExecutable || exit_code == kNotFound;
}

ExitCode launch_repeatedly(const CommandLine& line, const Configuration& configuration, const Launcher& launcher,
                           int argc, const char* const* argv) {
  const std::size_t count = number_of(*line.launches);
  if (!launcher.name.empty())
    throw Error(ExitCode::usage,
                fmt::format("--launches starts its own launches: run it without {}, which belongs into --launcher",
                            launcher.name));
  const std::vector<std::string> arguments(argv + 1, argv + argc);
  return Launches(words_of(line.launcher), count, configuration, arguments_of_a_launch(arguments)).run();
}

}  // namespace syncbench::app
