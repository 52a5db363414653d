#pragma once

#include <string>
#include <vector>

#include <syncbench/app/configuration.hpp>
#include <syncbench/app/launcher.hpp>
#include <syncbench/app/rank_facts.hpp>
#include <syncbench/app/startup.hpp>
#include <syncbench/core/error.hpp>
#include <syncbench/measure/progress.hpp>
#include <syncbench/measure/watchdog.hpp>
#include <syncbench/mpi/communicator.hpp>

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
