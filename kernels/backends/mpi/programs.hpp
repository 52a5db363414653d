#pragma once

#include <memory>

#include "kernels/backend.hpp"
#include "kernels/backends/mpi/mpi_types.hpp"

namespace syncbench::kernels::mpi_backend {

/// What all programs of this backend are made from; it outlives them.
struct Context {
  const mpi::Communicator* communicator;
  BufferProvider* buffers;
  const MpiTypes* types;
};

/// The program for the workload's issue policy. Throws std::bad_alloc, Error(internal).
std::unique_ptr<Program> make_program(const Workload& workload, const Context& context);

}  // namespace syncbench::kernels::mpi_backend
