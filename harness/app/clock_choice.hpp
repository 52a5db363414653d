#pragma once

#include <string>

#include "harness/core/clock.hpp"
#include "harness/core/tsc_clock.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

/// Throws AgreedError(unavailable), naming the first such rank and its host, if a rank has a reason against its time
/// stamp counter; an empty one is none. Collective.
void refuse_without_tsc(const mpi::Communicator& world, const std::string& refusal);

/// The clock of --clock, with what it reads from; outlives all that measures by it.
class ChosenClock {
 public:
  /// Collective; blocks for 50 ms with `tsc`. Throws AgreedError(unavailable) as refuse_without_tsc()
  /// does.
  ChosenClock(const mpi::Communicator& world, ClockSource source);
  ChosenClock(const ChosenClock&) = delete;
  ChosenClock& operator=(const ChosenClock&) = delete;

  Clock clock() const noexcept { return clock_; }

 private:
  TscScale scale_;
  Clock clock_;
};

}  // namespace syncbench::app
