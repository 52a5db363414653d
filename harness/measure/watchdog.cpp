#include "watchdog.hpp"

#include <chrono>
#include <csignal>
#include <cstdio>

#include <fmt/format.h>
#include <unistd.h>

#include "hang_report.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/mpi/runtime.hpp>

namespace syncbench::measure {
namespace {

constexpr auto kTimeForReports = std::chrono::seconds(2);
constexpr unsigned kSecondsForAbort = 5;
constexpr int kHung = static_cast<int>(ExitCode::hung);

extern "C" void end_at_once(int) { _exit(kHung); }

[[noreturn]] void abort_for_certain() {
  std::signal(SIGALRM, &end_at_once);
  alarm(kSecondsForAbort);
  mpi::abort_job(kHung);
}

}  // namespace

Watchdog::Watchdog(const Progress& progress, Site site, WatchdogLimits limits)
    : progress_(progress), site_(std::move(site)), limits_(limits), thread_([this] { watch(); }) {}

Watchdog::~Watchdog() {
  {
    const std::lock_guard lock(mutex_);
    off_ = true;
  }
  called_off_.notify_all();
  thread_.join();
}

void Watchdog::leave_to_it() {
  for (;;) pause();
}

Nanos Watchdog::limit(Phase phase) const noexcept {
  return phase == Phase::storing || phase == Phase::ending ? limits_.io_timeout : limits_.timeout;
}

void Watchdog::watch() {
  const Clock clock = progress_.clock();
  std::unique_lock lock(mutex_);
  while (!off_) {
    const Progress::State state = progress_.look();
    const Nanos left = state.when + limit(state.phase) - clock.now();
    if (left <= Nanos{0}) fire(state);
    called_off_.wait_for(lock, left);
  }
}

void Watchdog::fire(const Progress::State& state) {
  const std::string& host = site_.hosts[static_cast<std::size_t>(site_.rank.value)];
  write_hang_report(site_.folder, site_.rank,
                    {.host = host,
                     .phase = std::string(name_of(state.phase)),
                     .point = state.point,
                     .number = state.number,
                     .note = state.note});
  std::this_thread::sleep_for(kTimeForReports);
  const auto reports = read_hang_reports(site_.folder);
  const bool lowest = reports.empty() || reports.begin()->first == site_.rank.value;
  if (lowest)
    fmt::print(stderr, "syncbench: {}; finished points are in {}\n",
               hang_sentence(reports, site_.hosts, limit(state.phase)), site_.folder.string());
  std::fflush(stderr);
  // Whoever speaks ends the job; the others give it the time to.
  if (!lowest) std::this_thread::sleep_for(std::chrono::seconds(1));
  abort_for_certain();
}

}  // namespace syncbench::measure
