#pragma once

#include <memory>

#include "kernels/backends/mpi/programs.hpp"

namespace syncbench::kernels::mpi_backend {

/// Packs all pieces, runs one operation a type, unpacks. Throws std::bad_alloc, Error(internal).
std::unique_ptr<Program> make_fused_program(const Workload& workload, const Context& context);

/// Packs and posts one bucket after the other, so that a bucket is packed while those before it are under way; then
/// waits for each in order and unpacks it. Throws std::bad_alloc, Error(internal).
std::unique_ptr<Program> make_bucketed_program(const Workload& workload, const Context& context);

}  // namespace syncbench::kernels::mpi_backend
