#pragma once

#include "kernels/backends/mpi/call.hpp"

namespace syncbench::kernels::mpi_backend {

/// Whether this MPI library has persistent collectives: those of MPI-4, or Open MPI's MPIX_ ones. MPI-3.1 has none.
/// Decided when syncbench is configured.
bool has_persistent_collectives() noexcept;

/// Whether persistent collectives take what they send when they are started. MPICH 4.0 copies a rank's own block when a
/// gather or an allgather is prepared. Tried out with a gather on this rank alone. Throws Error(internal).
bool read_when_started();

/// Makes a persistent request of a collective of MPI's own. Collective in order. Throws Error(internal). Precondition:
/// has_persistent_collectives().
void prepare_collective(const Call& call, MPI_Request& request);

}  // namespace syncbench::kernels::mpi_backend
