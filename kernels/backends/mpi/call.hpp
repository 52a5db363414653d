#pragma once

#include <mpi.h>

#include "harness/core/collective.hpp"
#include "harness/mpi/communicator.hpp"
#include "kernels/backends/mpi/mpi_types.hpp"
#include "kernels/operation.hpp"

namespace syncbench::kernels::mpi_backend {

/// The arguments of one operation, worked out before anything is timed.
struct Call {
  Collective collective = Collective::barrier;
  std::byte* send = nullptr;
  std::byte* receive = nullptr;
  int count = 0;  ///< elements of a message, or of a block where buffers have a block a rank
  MPI_Datatype type = MPI_DATATYPE_NULL;
  MPI_Op op = MPI_OP_NULL;
  int root = 0;
  int rank = 0, ranks = 1;
  std::size_t block_bytes = 0;  ///< of `count` elements
  MPI_Comm communicator = MPI_COMM_NULL;
  /// The collective's blocking form; none for the root of a centre that several ranks ask, which has to answer in the
  /// order in which it is asked. Chosen beforehand: a switch in the timed region costs an 8-byte allreduce some
  /// percent.
  void (*blocking)(const Call& call) = nullptr;

  bool is_root() const noexcept { return rank == root; }

  /// MPI's broadcast knows one buffer: the root sends from it, the others receive into it.
  std::byte* broadcast_buffer() const noexcept { return is_root() ? send : receive; }
};

/// The call for an operation on given buffers.
Call make_call(const Operation& operation, std::byte* send, std::byte* receive, const mpi::Communicator& communicator,
               const MpiTypes& types);

/// Whether run() can do it.
inline bool has_blocking_form(const Call& call) noexcept { return call.blocking != nullptr; }

/// Runs the operation; blocks until this rank may use the result. Throws Error(internal). Precondition:
/// has_blocking_form().
inline void run(const Call& call) { call.blocking(call); }

/// Posts the nonblocking form of a collective of MPI's own, not of a pattern. Throws Error(internal).
void post(const Call& call, MPI_Request& request);

/// Throws Error(internal): what was asked for is no collective of MPI's own.
[[noreturn]] void refuse(const Call& call);

}  // namespace syncbench::kernels::mpi_backend
