#include "call.hpp"

#include <syncbench/core/error.hpp>
#include <syncbench/mpi/check.hpp>

namespace syncbench::kernels::mpi_backend {
namespace {

[[noreturn]] void refuse(const Call& call) {
  throw Error(ExitCode::internal,
              "the mpi backend was asked for " + std::string(name_of(call.collective)) + ", which it does not claim");
}

// MPI's broadcast knows one buffer: the root sends from it, the others receive into it.
void* broadcast_buffer(const Call& call) noexcept { return call.is_root ? call.send : call.receive; }

}  // namespace

Call make_call(const Operation& operation, std::byte* send, std::byte* receive, Rank rank, MPI_Comm communicator,
               const MpiTypes& types) {
  return {.collective = operation.collective,
          .send = send,
          .receive = receive,
          .count = static_cast<int>(operation.count),
          .type = types.datatype(operation.type),
          .op = types.sum(operation.type),
          .root = operation.root.value,
          .is_root = rank == operation.root,
          .communicator = communicator};
}

void run(const Call& call) {
  switch (call.collective) {
    case Collective::allreduce:
      SYNCBENCH_MPI(MPI_Allreduce(call.send, call.receive, call.count, call.type, call.op, call.communicator));
      return;
    case Collective::broadcast:
      SYNCBENCH_MPI(MPI_Bcast(broadcast_buffer(call), call.count, call.type, call.root, call.communicator));
      return;
    case Collective::barrier:
      SYNCBENCH_MPI(MPI_Barrier(call.communicator));
      return;
    default:
      refuse(call);
  }
}

void post(const Call& call, MPI_Request& request) {
  switch (call.collective) {
    case Collective::allreduce:
      SYNCBENCH_MPI(
          MPI_Iallreduce(call.send, call.receive, call.count, call.type, call.op, call.communicator, &request));
      return;
    case Collective::broadcast:
      SYNCBENCH_MPI(MPI_Ibcast(broadcast_buffer(call), call.count, call.type, call.root, call.communicator, &request));
      return;
    case Collective::barrier:
      SYNCBENCH_MPI(MPI_Ibarrier(call.communicator, &request));
      return;
    default:
      refuse(call);
  }
}

}  // namespace syncbench::kernels::mpi_backend
