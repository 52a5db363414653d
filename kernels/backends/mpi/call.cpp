#include "kernels/backends/mpi/call.hpp"

#include <string>

#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "kernels/backends/mpi/blocking.hpp"

namespace syncbench::kernels::mpi_backend {
namespace {

using Blocking = void (*)(const Call& call);

Blocking blocking_form(Collective collective, bool is_root, int ranks) {
  if (collective == Collective::centre && is_root && ranks != 2) return nullptr;
  return with_collective(collective, []<Collective known>() -> Blocking { return &run_blocking<known>; });
}

}  // namespace

void refuse(const Call& call) {
  throw Error(ExitCode::internal,
              "the mpi backend was asked for " + std::string(name_of(call.collective)) + " in a form it has not");
}

Call make_call(const Operation& operation, std::byte* send, std::byte* receive, const mpi::Communicator& communicator,
               const MpiTypes& types) {
  return {.collective = operation.collective,
          .send = send,
          .receive = receive,
          .count = static_cast<int>(operation.count),
          .type = types.datatype(operation.type),
          .op = types.sum(operation.type),
          .root = operation.root.value,
          .rank = communicator.rank().value,
          .ranks = communicator.size(),
          .block_bytes = operation.count * size_of(operation.type),
          .communicator = communicator.handle(),
          .blocking = blocking_form(operation.collective, communicator.rank() == operation.root, communicator.size())};
}

void post(const Call& call, MPI_Request& request) {
  const auto& [collective, send, receive, count, type, op, root, rank, ranks, block_bytes, communicator, blocking] =
      call;
  switch (collective) {
    case Collective::allreduce:
      SYNCBENCH_MPI(MPI_Iallreduce(send, receive, count, type, op, communicator, &request));
      return;
    case Collective::broadcast:
      SYNCBENCH_MPI(MPI_Ibcast(call.broadcast_buffer(), count, type, root, communicator, &request));
      return;
    case Collective::barrier:
      SYNCBENCH_MPI(MPI_Ibarrier(communicator, &request));
      return;
    case Collective::reduce:
      SYNCBENCH_MPI(MPI_Ireduce(send, receive, count, type, op, root, communicator, &request));
      return;
    case Collective::reduce_scatter:
      SYNCBENCH_MPI(MPI_Ireduce_scatter_block(send, receive, count, type, op, communicator, &request));
      return;
    case Collective::allgather:
      SYNCBENCH_MPI(MPI_Iallgather(send, count, type, receive, count, type, communicator, &request));
      return;
    case Collective::all_to_all:
      SYNCBENCH_MPI(MPI_Ialltoall(send, count, type, receive, count, type, communicator, &request));
      return;
    case Collective::gather:
      SYNCBENCH_MPI(MPI_Igather(send, count, type, receive, count, type, root, communicator, &request));
      return;
    case Collective::scatter:
      SYNCBENCH_MPI(MPI_Iscatter(send, count, type, receive, count, type, root, communicator, &request));
      return;
    case Collective::scan:
      SYNCBENCH_MPI(MPI_Iscan(send, receive, count, type, op, communicator, &request));
      return;
    case Collective::exscan:
      SYNCBENCH_MPI(MPI_Iexscan(send, receive, count, type, op, communicator, &request));
      return;
    case Collective::ring:
    case Collective::centre:
      refuse(call);
  }
}

}  // namespace syncbench::kernels::mpi_backend
