#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/mpi/clock_sync.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/model.hpp"

namespace syncbench::app {

/// Every rank's synchronisations from the `first`-th on, on rank 0, sorted by rank and time; empty elsewhere.
/// Collective; blocks. Throws Error(internal).
std::vector<results::ClockRow> gather_clock_rows(const mpi::Communicator& world, const mpi::ClockSync& clocks,
                                                 std::size_t first);

/// Hosts of whose clocks a synchronisation from the `first`-th on contradicted the bound of those before it; on every
/// rank, each once. Collective; blocks. Throws Error(internal).
std::vector<std::string> contradicted_hosts(const mpi::Communicator& world, const mpi::ClockSync& clocks,
                                            std::size_t first);

}  // namespace syncbench::app
