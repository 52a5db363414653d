#pragma once

#include <condition_variable>
#include <filesystem>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include <syncbench/core/units.hpp>
#include <syncbench/measure/progress.hpp>

namespace syncbench::measure {

/// How long a rank may make no progress.
struct WatchdogLimits {
  Nanos timeout{60'000'000'000};      ///< while it works
  Nanos io_timeout{600'000'000'000};  ///< while results are stored: others wait for rank 0's file system
};

/// Ends the job when this rank has made no progress for too long, which is how a dead or stopped peer shows: each rank
/// leaves a report in `folder`, the lowest one that could names those behind or missing on stderr, and all end with 75.
///
/// A thread of its own sleeps until the deadline that the last progress set, so it disturbs nothing. It calls MPI once,
/// as the last thing (MPI_Abort); should that hang too, SIGALRM ends the process.
class Watchdog {
 public:
  struct Site {
    Rank rank;
    std::vector<std::string> hosts;  ///< of every rank
    std::filesystem::path folder;    ///< for reports; visible to all ranks
  };

  /// `progress` outlives the watchdog.
  Watchdog(const Progress& progress, Site site, WatchdogLimits limits);
  /// Calls the watchdog off; waits for its thread.
  ~Watchdog();

  /// Waits for the end that the watchdog makes at its deadline: for a rank that knows that it cannot go on, but not who
  /// is to blame.
  [[noreturn]] static void leave_to_it();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  void watch();
  Nanos limit(Phase phase) const noexcept;
  [[noreturn]] void fire(const Progress::State& state);

  const Progress& progress_;
  Site site_;
  WatchdogLimits limits_;
  std::mutex mutex_;
  std::condition_variable called_off_;
  bool off_ = false;
  std::thread thread_;  // last: it uses all of the above
};

}  // namespace syncbench::measure
