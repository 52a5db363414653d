#pragma once

#include <string>
#include <vector>

#include "harness/app/configuration.hpp"
#include "harness/app/launcher.hpp"
#include "harness/app/rank_facts.hpp"
#include "harness/app/startup.hpp"
#include "harness/core/error.hpp"
#include "harness/measure/progress.hpp"
#include "harness/measure/watchdog.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

/// How long a rank may make no progress, as the options say.
measure::WatchdogLimits watchdog_limits(const RunOptions& options) noexcept;

/// What watches a process from before MPI_Init to after MPI_Finalize.
struct Watched {
  measure::Progress& progress;
  measure::Watchdog& watchdog;
};

/// A whole run, from a launched MPI to the file in its place. Collective; blocks. Returns what the process is to end
/// with. `masks`: as far as they are known before a backend is made; `startup`: until now. Throws AgreedError for what
/// all ranks know of, and anything else on the rank where it happened.
ExitCode run(const mpi::Communicator& world, const Configuration& configuration, const Launcher& launcher,
             const std::vector<std::string>& arguments, const RankMasks& masks, Startup startup, Watched watched);

}  // namespace syncbench::app
