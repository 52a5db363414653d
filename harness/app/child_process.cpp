#include "harness/app/child_process.hpp"

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/core/error.hpp"

extern char** environ;

namespace syncbench::app {
namespace {

constexpr std::array kPassedOn{SIGINT, SIGTERM, SIGHUP, SIGUSR1};

// While it lives, these signals wait until somebody asks for them. A child gets the mask that was there before.
class HeldSignals {
 public:
  HeldSignals() {
    sigemptyset(&held_);
    for (const int each : kPassedOn) sigaddset(&held_, each);
    sigaddset(&held_, SIGCHLD);
    sigprocmask(SIG_BLOCK, &held_, &before_);
  }
  ~HeldSignals() { sigprocmask(SIG_SETMASK, &before_, nullptr); }
  HeldSignals(const HeldSignals&) = delete;
  HeldSignals& operator=(const HeldSignals&) = delete;

  const sigset_t& before() const noexcept { return before_; }
  int next() const noexcept { return sigwaitinfo(&held_, nullptr); }

 private:
  sigset_t held_{}, before_{};
};

class Spawning {
 public:
  explicit Spawning(const sigset_t& mask) {
    posix_spawn_file_actions_init(&files_);
    posix_spawn_file_actions_addopen(&files_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    posix_spawn_file_actions_addopen(&files_, STDOUT_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes_, 0);
    posix_spawnattr_setsigmask(&attributes_, &mask);
  }
  ~Spawning() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&files_);
  }
  Spawning(const Spawning&) = delete;
  Spawning& operator=(const Spawning&) = delete;

  pid_t start(std::vector<std::string> words) const {
    std::vector<char*> arguments;
    for (std::string& each : words) arguments.push_back(each.data());
    arguments.push_back(nullptr);
    pid_t child = 0;
    const int problem = posix_spawnp(&child, arguments.front(), &files_, &attributes_, arguments.data(), environ);
    if (problem == 0) return child;
    throw Error(ExitCode::unavailable,
                fmt::format("--launcher: {} cannot be started: {}", words.front(), std::strerror(problem)));
  }

 private:
  posix_spawn_file_actions_t files_{};
  posix_spawnattr_t attributes_{};
};

}  // namespace

ChildEnd run_child(const std::vector<std::string>& words) {
  const HeldSignals signals;
  const pid_t child = Spawning(signals.before()).start(words);
  ChildEnd end;
  for (int status = 0;;) {
    if (::waitpid(child, &status, WNOHANG) == child) {
      end.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      return end;
    }
    const int signal = signals.next();
    if (signal < 0 || signal == SIGCHLD) continue;
    if (end.passed_on == 0) end.passed_on = signal;
    ::kill(child, signal);
  }
}

}  // namespace syncbench::app
