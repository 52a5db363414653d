#pragma once

#include <mpi.h>

#include "mpi_types.hpp"
#include <syncbench/kernels/payload_set.hpp>

namespace syncbench::kernels::mpi_backend {

/// The arguments of one MPI collective, worked out before anything is timed.
struct Call {
  Collective collective = Collective::barrier;
  void* send = nullptr;
  void* receive = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
  bool is_root = false;
  MPI_Comm communicator = MPI_COMM_NULL;
};

/// The call for an operation on given buffers.
Call make_call(const Operation& operation, std::byte* send, std::byte* receive, Rank rank, MPI_Comm communicator,
               const MpiTypes& types);

/// Runs the collective; blocks until this rank may use the result. Throws Error(internal).
void run(const Call& call);

/// Posts the nonblocking collective. Throws Error(internal).
void post(const Call& call, MPI_Request& request);

}  // namespace syncbench::kernels::mpi_backend
