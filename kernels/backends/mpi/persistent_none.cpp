#include "kernels/backends/mpi/persistent.hpp"

namespace syncbench::kernels::mpi_backend {

bool has_persistent_collectives() noexcept { return false; }

bool read_when_started() { return true; }

void prepare_collective(const Call& call, MPI_Request&) { refuse(call); }

}  // namespace syncbench::kernels::mpi_backend
