#include "persistent.hpp"

namespace syncbench::kernels::mpi_backend {

bool has_persistent_collectives() noexcept { return false; }

void prepare_collective(const Call& call, MPI_Request&) { refuse(call); }

}  // namespace syncbench::kernels::mpi_backend
