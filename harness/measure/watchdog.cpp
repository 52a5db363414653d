#include "harness/measure/watchdog.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <chrono>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include "harness/core/error.hpp"
#include "harness/measure/hang_report.hpp"
#include "harness/measure/meeting_place.hpp"
#include "harness/mpi/runtime.hpp"

namespace syncbench::measure {
namespace {

constexpr int kSignal = SIGVTALRM;  // no launcher, MPI library or profiler that we know of uses it
constexpr Nanos kOversleeping{1'000'000'000};
constexpr Nanos kBetweenCalls{1'000'000'000};
constexpr std::time_t kLongestStart = 10;  // by which a rank may begin after another has called
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

// While one exists the watchdog does not wake up, so what its handler reads may change.
class HoldOff {
 public:
  HoldOff() noexcept {
    sigset_t ours;
    sigemptyset(&ours);
    sigaddset(&ours, kSignal);
    pthread_sigmask(SIG_BLOCK, &ours, &before_);
  }
  ~HoldOff() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  HoldOff(const HoldOff&) = delete;
  HoldOff& operator=(const HoldOff&) = delete;

 private:
  sigset_t before_{};
};

// Before ranks measure: nothing is disturbed if they wake up each second.
bool is_early(Phase phase) noexcept { return phase == Phase::mpi_init || phase == Phase::starting; }

using Line = FixedText<4096 + 4096>;

// Names may hold what steers a terminal.
Line without_controls(const Line& line) noexcept {
  Line shown;
  for (const char& c : line.view()) {
    const bool steers = (static_cast<unsigned char>(c) < 0x20 && c != '\n') || c == 0x7F;
    shown += steers ? "?" : std::string_view(&c, 1);
  }
  return shown;
}

void say(const Line& line) noexcept {
  const Line shown = without_controls(line);
  for (std::string_view left = shown.view(); !left.empty();) {
    const ssize_t written = write(STDERR_FILENO, left.data(), left.size());
    if (written <= 0) return;
    left.remove_prefix(static_cast<std::size_t>(written));
  }
}

}  // namespace

Watchdog::Watchdog(const Progress& progress, Process process, WatchdogLimits limits)
    : progress_(progress), process_(std::move(process)), limits_(limits), worker_(pthread_self()) {
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

void Watchdog::know(Site site) noexcept {
  const HoldOff quiet;
  site_ = std::move(site);
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

// A process that wakes up so long after its deadline was stopped itself, by a scheduler that suspends jobs, by a
// debugger, or by a launcher that is about to end it. It gets its time again.
void Watchdog::look() noexcept {
  const Progress::State state = progress_.look();
  const Nanos now = progress_.clock().now();
  Nanos left = std::max(state.when, woken_) + limit(state.phase) - now;
  if (left < -kOversleeping) {
    woken_ = now;
    left = limit(state.phase);
  }
  if (left <= Nanos{0} || is_called_together(state.phase)) fire(state);
  const bool listens = is_early(state.phase) && process_.meeting.seen_by_all;
  wake_in(listens ? std::min(left, kBetweenCalls) : left);
}

bool Watchdog::is_called_together(Phase phase) const noexcept {
  return is_early(phase) && process_.meeting.seen_by_all && is_called(process_.meeting, begun_ - kLongestStart);
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

// MPI_Abort is not there before MPI_Init is over.
void Watchdog::end_launch() const noexcept {
  constexpr std::size_t kMostWords = 8;
  std::array<char*, kMostWords + 1> words{};
  if (process_.ender.empty() || process_.ender.size() > kMostWords) return;
  std::transform(process_.ender.begin(), process_.ender.end(), words.begin(),
                 [](const std::string& word) { return const_cast<char*>(word.c_str()); });
  pid_t child = 0;
  if (posix_spawn(&child, words[0], nullptr, nullptr, words.data(), environ) != 0) return;
  waitpid(child, nullptr, 0);  // if it ends us first, that is what it is for
}

// Where reports are left, and by whom.
struct Watchdog::Reports {
  const char* folder = nullptr;  // null: nowhere
  Rank self;
  Roll roll;
  bool at_meeting = false;
};

// In the signal handler: what this calls neither allocates nor locks, until the job is ended by MPI_Abort.
void Watchdog::fire(const Progress::State& state) noexcept {
  end_within(kSecondsForReports + kSecondsForSpeaker + kSecondsForAbort);
  const Reports reports = report(state);
  const bool spoke = reports.folder != nullptr ? speak_for_all(reports, state) : speak_for_itself(state);
  end_within(kSecondsForAbort);
  if (site_ && !site_->lock.empty()) unlink(site_->lock.c_str());
  if (state.phase <= Phase::mpi_init) {
    if (spoke) end_launch();
    _exit(kHung);
  }
  mpi::abort_job(kHung);
}

Watchdog::Reports Watchdog::report(const Progress::State& state) const noexcept {
  const HangReport own{.host = std::string_view(process_.host),
                       .phase = name_of(state.phase),
                       .point = state.point,
                       .number = state.number,
                       .note = state.note};
  const Rank self = site_ ? site_->rank : Rank{process_.rank.value_or(0)};
  const std::vector<std::string>* hosts = site_ ? &site_->hosts : nullptr;
  if (site_ && !site_->folder.empty() && write_hang_report(site_->folder.c_str(), self, own))
    return {site_->folder.c_str(), self, {.ranks = hosts->size(), .hosts = hosts}};
  const MeetingPlace& place = process_.meeting;
  if (state.phase == Phase::options || !open_meeting(place) || !write_hang_report(place.folder.c_str(), self, own))
    return {};
  return {place.folder.c_str(), self, {place.ranks, hosts, place.seen_by_all}, true};
}

bool Watchdog::speak_for_all(const Reports& reports, const Progress::State& state) const noexcept {
  sleep_for(kSecondsForReports);
  const auto lowest = lowest_reporting_rank(reports.folder, reports.roll.ranks);
  // Whoever speaks ends the job; the others give it the time to. At a meeting without reports it has spoken.
  if (lowest ? *lowest != reports.self : reports.at_meeting) {
    sleep_for(kSecondsForSpeaker);
    return false;
  }
  Line line("syncbench: ");
  line += hang_sentence(reports.folder, reports.roll, limit(state.phase)).view();
  if (!reports.at_meeting) {
    line += "; finished points are in ";
    line += reports.folder;
  }
  line += "\n";
  say(line);
  if (reports.at_meeting) close_meeting(process_.meeting);
  return true;
}

// The first ranks are enough to see which one is missing; the others speak if those cannot.
bool Watchdog::speak_for_itself(const Progress::State& state) const noexcept {
  constexpr int kSpeakers = 8;
  const bool is_first = process_.rank.value_or(0) < kSpeakers;
  if (!is_first) sleep_for(kSecondsForSpeaker);
  Line line("syncbench: ");
  if (process_.rank) {
    line += "rank ";
    line += static_cast<std::uint64_t>(*process_.rank);
  } else {
    line += "a rank";
  }
  line += " on ";
  line += process_.host;
  line += ": no progress for ";
  line += static_cast<std::uint64_t>(std::chrono::duration_cast<std::chrono::seconds>(limit(state.phase)).count());
  line += " s in phase ";
  line += name_of(state.phase);
  line += state.phase == Phase::options ? "; is --config on a file system that does not answer?\n"
                                        : "; a rank that does not say so is stopped, dead, or its node is gone\n";
  say(line);
  sleep_for(kSecondsForReports);  // until the others have spoken
  return is_first;
}

}  // namespace syncbench::measure
