#include "watchdog.hpp"

#include <algorithm>
#include <cerrno>
#include <chrono>

#include <unistd.h>

#include "hang_report.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/mpi/runtime.hpp>

namespace syncbench::measure {
namespace {

constexpr int kSignal = SIGVTALRM;  // no launcher, MPI library or profiler that we know of uses it
constexpr unsigned kSecondsForReports = 2;
constexpr unsigned kSecondsForSpeaker = 1;
constexpr unsigned kSecondsForAbort = 5;
constexpr int kHung = static_cast<int>(ExitCode::hung);

extern "C" void end_at_once(int) { _exit(kHung); }

// From now on the process ends after so many seconds, whatever it is stuck in.
void end_within(unsigned seconds) noexcept {
  struct sigaction action {};
  action.sa_handler = &end_at_once;
  sigaction(SIGALRM, &action, nullptr);
  sigset_t alone;
  sigemptyset(&alone);
  sigaddset(&alone, SIGALRM);
  pthread_sigmask(SIG_UNBLOCK, &alone, nullptr);
  alarm(seconds);
}

void sleep_for(unsigned seconds) noexcept {
  timespec left{.tv_sec = static_cast<time_t>(seconds), .tv_nsec = 0};
  while (nanosleep(&left, &left) != 0 && errno == EINTR) continue;
}

void say(const HangSentence& sentence, const std::string& folder) noexcept {
  FixedText<4096 + 2048> line("syncbench: ");
  line += sentence.view();
  line += "; finished points are in ";
  line += folder;
  line += "\n";
  for (std::string_view left = line.view(); !left.empty();) {
    const ssize_t written = write(STDERR_FILENO, left.data(), left.size());
    if (written <= 0) return;
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Watchdog::Watchdog(const Progress& progress, Site site, WatchdogLimits limits)
    : progress_(progress),
      site_(std::move(site)),
      folder_(site_.folder.string()),
      limits_(limits),
      worker_(pthread_self()) {
  struct sigaction action {};
  action.sa_sigaction = &wake_up;
  action.sa_flags = SA_SIGINFO | SA_RESTART;  // a system call inside MPI goes on as if nothing had happened
  sigaction(kSignal, &action, &former_);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = kSignal;
  event.sigev_value.sival_ptr = this;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer_) != 0) {
    const int reason = errno;
    sigaction(kSignal, &former_, nullptr);
    throw Error(ExitCode::internal, "the watchdog gets no timer: " + system_message(reason));
  }
  look();
}

// A signal of the timer that is still on its way comes to this thread before timer_delete() returns.
Watchdog::~Watchdog() {
  timer_delete(timer_);
  sigaction(kSignal, &former_, nullptr);
}

void Watchdog::leave_to_it() {
  for (;;) pause();
}

Nanos Watchdog::limit(Phase phase) const noexcept {
  return phase == Phase::storing || phase == Phase::ending ? limits_.io_timeout : limits_.timeout;
}

// Linux interrupts a process's first thread where it can, which is ours. Other threads are of libraries and may not
// call MPI, so they pass the signal on.
void Watchdog::wake_up(int, siginfo_t* info, void*) {
  const int interrupted = errno;
  const bool is_ours = info->si_code == SI_TIMER || (info->si_code == SI_QUEUE && info->si_pid == getpid());
  if (is_ours) {
    auto& watchdog = *static_cast<Watchdog*>(info->si_value.sival_ptr);
    if (pthread_equal(pthread_self(), watchdog.worker_) != 0) {
      watchdog.look();
    } else {
      pthread_sigqueue(watchdog.worker_, kSignal, info->si_value);
    }
  }
  errno = interrupted;
}

void Watchdog::look() noexcept {
  const Progress::State state = progress_.look();
  const Nanos left = state.when + limit(state.phase) - progress_.clock().now();
  if (left <= Nanos{0}) fire(state);
  wake_in(left);
}

// The timer's clock may be slewed against ours; it wakes up again where that was too early.
void Watchdog::wake_in(Nanos time) noexcept {
  constexpr Nanos kShortest{1'000'000};
  const auto whole = std::chrono::duration_cast<std::chrono::seconds>(std::max(time, kShortest));
  const Nanos rest = std::max(time, kShortest) - whole;
  itimerspec when{};
  when.it_value.tv_sec = whole.count();
  when.it_value.tv_nsec = rest.count();
  timer_settime(timer_, 0, &when, nullptr);
}

// In the signal handler: what this calls neither allocates nor locks, until the job is ended by MPI_Abort.
void Watchdog::fire(const Progress::State& state) noexcept {
  end_within(kSecondsForReports + kSecondsForSpeaker + kSecondsForAbort);
  const std::size_t ranks = site_.hosts.size();
  write_hang_report(folder_.c_str(), site_.rank,
                    {.host = std::string_view(site_.hosts[static_cast<std::size_t>(site_.rank.value)]),
                     .phase = name_of(state.phase),
                     .point = state.point,
                     .number = state.number,
                     .note = state.note});
  sleep_for(kSecondsForReports);
  const auto lowest = lowest_reporting_rank(folder_.c_str(), ranks);
  const bool speaks = !lowest || *lowest == site_.rank;
  if (speaks) say(hang_sentence(folder_.c_str(), site_.hosts, limit(state.phase)), folder_);
  // Whoever speaks ends the job; the others give it the time to.
  if (!speaks) sleep_for(kSecondsForSpeaker);
  end_within(kSecondsForAbort);
  mpi::abort_job(kHung);
}

}  // namespace syncbench::measure
