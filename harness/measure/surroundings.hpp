#pragma once

#include <functional>

#include <syncbench/core/nanos.hpp>
#include <syncbench/measure/progress.hpp>
#include <syncbench/mpi/clock_sync.hpp>
#include <syncbench/mpi/communicator.hpp>

namespace syncbench::measure {

/// What measurements share: the ranks that start together, their clocks, where progress is noted.
struct Surroundings {
  const mpi::Communicator& communicator;  ///< carries no other traffic while something is measured
  mpi::ClockSync& clocks;
  Progress& progress;
  bool yields = false;  ///< ranks share processors: whoever waits must let others run
  Nanos since_synchronised{0};
  std::function<void()> after_batch = {};  ///< if set: called on this rank after every batch, outside the timed region

  Clock clock() const noexcept { return clocks.clock(); }

  /// Synchronises the clocks again if 4 s have been used since. Collective, with the same time on all ranks.
  void used(Nanos time);
  void synchronise();
};

}  // namespace syncbench::measure
