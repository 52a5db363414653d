#pragma once

#include <functional>

#include "harness/core/nanos.hpp"
#include "harness/core/timer_quality.hpp"
#include "harness/measure/progress.hpp"
#include "harness/mpi/clock_sync.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::measure {

/// What measurements share: the ranks that start together, their clocks, where progress is noted.
struct Surroundings {
  const mpi::Communicator& communicator;  ///< carries no other traffic while something is measured
  mpi::ClockSync& clocks;
  Progress& progress;
  bool yields = false;                     ///< ranks share processors: whoever waits must let others run
  Nanos synchronised_for{0};               ///< how much may be measured before the clocks are synchronised again
  std::function<void()> after_batch = {};  ///< if set: called on this rank after every batch, outside the timed region
  TimerFloor floor{};                      ///< of the clock, the same on all ranks; nothing is batched without one

  Clock clock() const noexcept { return clocks.clock(); }

  /// Synchronises the clocks again when what was measured since asks for it (synchronisation_interval(), the shortest
  /// of all ranks). Collective, with the same time on all ranks; blocks. Throws as ClockSync::synchronise() does.
  void used(Nanos time);

  /// Collective; blocks. Throws as ClockSync::synchronise() does.
  void synchronise();
};

/// How long a clock's model may go without a new fix: so long that in the middle between two fixes, where it is
/// greatest, the allowance for a changing rate (kWander) is half of what the offset is known to anyway; at least 0.5 s
/// and at most 4 s. Shorter while the clock's rate is not known to kGoodSlope, in the first seconds: starts are agreed
/// by a model that goes on beyond its last fix. The longest for a clock that is the global one.
Nanos synchronisation_interval(const ClockModel& model) noexcept;

}  // namespace syncbench::measure
