#pragma once

#include "harness/app/configuration.hpp"
#include "harness/app/launcher.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

/// Throws Error(unavailable), on every rank alike, if it is known before MPI is up that MPI would not find the other
/// ranks.
void refuse_hopeless_launch(const Launcher& launcher);

/// Throws Error(usage) for --buffers cold where `can_flush` says that this build cannot flush caches. Local.
void refuse_unflushable(const Configuration& configuration, bool can_flush);

/// Throws AgreedError if the launcher belongs to another MPI (unavailable), or if one rank has nobody to synchronise
/// with (usage).
void refuse_bad_launch(const mpi::Communicator& world, const Configuration& configuration, const Launcher& launcher);

/// Throws AgreedError(usage), naming the first such rank and its host, if ranks were given different options.
/// Collective.
void refuse_different_configurations(const mpi::Communicator& world, const Configuration& configuration);

}  // namespace syncbench::app
