#include "call.hpp"

#include <string>

#include "legs.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/mpi/check.hpp>

namespace syncbench::kernels::mpi_backend {
namespace {

void exchange(const Call& call, int to, int from) {
  SYNCBENCH_MPI(MPI_Sendrecv(call.send, call.count, call.type, to, kLegTag, call.receive, call.count, call.type, from,
                             kLegTag, call.communicator, MPI_STATUS_IGNORE));
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
          .communicator = communicator.handle()};
}

bool has_blocking_form(const Call& call) noexcept { return call.collective != Collective::centre || !call.is_root(); }

void run(const Call& call) {
  const auto& [collective, send, receive, count, type, op, root, rank, ranks, block_bytes, communicator] = call;
  switch (collective) {
    case Collective::allreduce:
      SYNCBENCH_MPI(MPI_Allreduce(send, receive, count, type, op, communicator));
      return;
    case Collective::broadcast:
      SYNCBENCH_MPI(MPI_Bcast(call.broadcast_buffer(), count, type, root, communicator));
      return;
    case Collective::barrier:
      SYNCBENCH_MPI(MPI_Barrier(communicator));
      return;
    case Collective::reduce:
      SYNCBENCH_MPI(MPI_Reduce(send, receive, count, type, op, root, communicator));
      return;
    case Collective::reduce_scatter:
      SYNCBENCH_MPI(MPI_Reduce_scatter_block(send, receive, count, type, op, communicator));
      return;
    case Collective::allgather:
      SYNCBENCH_MPI(MPI_Allgather(send, count, type, receive, count, type, communicator));
      return;
    case Collective::all_to_all:
      SYNCBENCH_MPI(MPI_Alltoall(send, count, type, receive, count, type, communicator));
      return;
    case Collective::gather:
      SYNCBENCH_MPI(MPI_Gather(send, count, type, receive, count, type, root, communicator));
      return;
    case Collective::scatter:
      SYNCBENCH_MPI(MPI_Scatter(send, count, type, receive, count, type, root, communicator));
      return;
    case Collective::scan:
      SYNCBENCH_MPI(MPI_Scan(send, receive, count, type, op, communicator));
      return;
    case Collective::exscan:
      SYNCBENCH_MPI(MPI_Exscan(send, receive, count, type, op, communicator));
      return;
    case Collective::ring:
      exchange(call, (rank + 1) % ranks, (rank + ranks - 1) % ranks);
      return;
    case Collective::centre:
      if (call.is_root()) refuse(call);
      exchange(call, root, root);
      return;
  }
}

void post(const Call& call, MPI_Request& request) {
  const auto& [collective, send, receive, count, type, op, root, rank, ranks, block_bytes, communicator] = call;
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
