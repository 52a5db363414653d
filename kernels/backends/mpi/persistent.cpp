#include "kernels/backends/mpi/persistent.hpp"

#include "harness/mpi/check.hpp"
#include "kernels/backends/mpi/persistent_names.hpp"

namespace syncbench::kernels::mpi_backend {

bool has_persistent_collectives() noexcept { return true; }

bool read_when_started() {
  int sent = 1, received = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Gather_init)(&sent, 1, MPI_INT, &received, 1, MPI_INT, 0, MPI_COMM_SELF,
                                                  MPI_INFO_NULL, &request));
  sent = 2;
  SYNCBENCH_MPI(MPI_Start(&request));
  SYNCBENCH_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
  SYNCBENCH_MPI(MPI_Request_free(&request));
  return received == 2;
}

void prepare_collective(const Call& call, MPI_Request& request) {
  const auto& [collective, send, receive, count, type, op, root, rank, ranks, block_bytes, communicator, blocking] =
      call;
  const MPI_Info none = MPI_INFO_NULL;
  switch (collective) {
    case Collective::allreduce:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Allreduce_init)(send, receive, count, type, op, communicator, none, &request));
      return;
    case Collective::broadcast:
      SYNCBENCH_MPI(
          SYNCBENCH_PERSISTENT(Bcast_init)(call.broadcast_buffer(), count, type, root, communicator, none, &request));
      return;
    case Collective::barrier:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Barrier_init)(communicator, none, &request));
      return;
    case Collective::reduce:
      SYNCBENCH_MPI(
          SYNCBENCH_PERSISTENT(Reduce_init)(send, receive, count, type, op, root, communicator, none, &request));
      return;
    case Collective::reduce_scatter:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Reduce_scatter_block_init)(send, receive, count, type, op, communicator, none,
                                                                    &request));
      return;
    case Collective::allgather:
      SYNCBENCH_MPI(
          SYNCBENCH_PERSISTENT(Allgather_init)(send, count, type, receive, count, type, communicator, none, &request));
      return;
    case Collective::all_to_all:
      SYNCBENCH_MPI(
          SYNCBENCH_PERSISTENT(Alltoall_init)(send, count, type, receive, count, type, communicator, none, &request));
      return;
    case Collective::gather:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Gather_init)(send, count, type, receive, count, type, root, communicator, none,
                                                      &request));
      return;
    case Collective::scatter:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Scatter_init)(send, count, type, receive, count, type, root, communicator,
                                                       none, &request));
      return;
    case Collective::scan:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Scan_init)(send, receive, count, type, op, communicator, none, &request));
      return;
    case Collective::exscan:
      SYNCBENCH_MPI(SYNCBENCH_PERSISTENT(Exscan_init)(send, receive, count, type, op, communicator, none, &request));
      return;
    case Collective::ring:
    case Collective::centre:
      refuse(call);
  }
}

}  // namespace syncbench::kernels::mpi_backend
