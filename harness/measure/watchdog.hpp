#pragma once

#include <csignal>
#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include <pthread.h>

#include "harness/core/units.hpp"
#include "harness/measure/meeting_place.hpp"
#include "harness/measure/progress.hpp"

namespace syncbench::measure {

/// How long a rank may make no progress.
struct WatchdogLimits {
  Nanos timeout{60'000'000'000};      ///< while it works
  Nanos io_timeout{600'000'000'000};  ///< while results are stored: others wait for rank 0's file system
};

/// Ends the job when this rank has made no progress for too long, which is how a dead or stopped peer shows. Each rank
/// leaves a report in the result's folder (know()), the lowest one that could names those behind or missing on stderr,
/// and all end with 75. Before there is that folder, and when it is gone, reports are left at the meeting place; ranks
/// of one host look once a second whether somebody called the others there, since they begin at different moments.
/// Where neither can be had each rank says where it is itself.
///
/// A timer of the kernel signals the thread that made the watchdog at the deadline that the last progress set, once a
/// `timeout` at most, so it disturbs nothing. There is no second thread, because MPI must not be asked for a higher
/// thread level than the one that is measured: small collectives of Open MPI 4.1 are slower from MPI_THREAD_FUNNELED
/// on. The handler calls MPI once, as the last thing (MPI_Abort); should that hang, SIGALRM ends the process.
class Watchdog {
 public:
  /// What a process knows of itself before MPI is up.
  struct Process {
    std::optional<int> rank;  ///< as the launcher says
    std::string host;
    MeetingPlace meeting;
    std::vector<std::string> ender;  ///< a command that ends the launch where MPI cannot yet; empty: the launcher does
  };
  struct Site {
    Rank rank;
    std::vector<std::string> hosts;  ///< of every rank
    std::string folder;              ///< for reports, visible to all ranks; empty: not there yet
    std::string lock = {};           ///< of the parts: removed when the job is ended, so that they can be recovered
  };

  /// Takes SIGVTALRM for itself. `progress` outlives the watchdog. Made and destroyed by the thread that works. Throws
  /// Error(internal) where the kernel has no timer left.
  Watchdog(const Progress& progress, Process process, WatchdogLimits limits);
  /// Calls the watchdog off.
  ~Watchdog();

  /// From now on ranks know each other, and find each other's reports in the folder.
  void know(Site site) noexcept;

  /// Waits for the end that the watchdog makes at its deadline: for a rank that knows that it cannot go on, but not who
  /// is to blame.
  [[noreturn]] static void leave_to_it();
  Watchdog(const Watchdog&) = delete;
  Watchdog& operator=(const Watchdog&) = delete;

 private:
  static void wake_up(int, siginfo_t* info, void*);
  void look() noexcept;
  bool is_called_together(Phase phase) const noexcept;
  void end_launch() const noexcept;
  void wake_in(Nanos time) noexcept;
  Nanos limit(Phase phase) const noexcept;
  [[noreturn]] void fire(const Progress::State& state) noexcept;
  struct Reports;
  Reports report(const Progress::State& state) const noexcept;
  // False: it left speaking to others.
  bool speak_for_all(const Reports& reports, const Progress::State& state) const noexcept;
  bool speak_for_itself(const Progress::State& state) const noexcept;

  const Progress& progress_;
  Process process_;
  std::optional<Site> site_;
  WatchdogLimits limits_;
  pthread_t worker_;
  Nanos woken_ = Nanos::min();              ///< from having been stopped itself
  std::time_t begun_ = std::time(nullptr);  ///< a call of before is that of another launch
  struct sigaction former_ {};
  timer_t timer_{};
};

}  // namespace syncbench::measure
