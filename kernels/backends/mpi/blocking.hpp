#pragma once

#include "harness/mpi/check.hpp"
#include "kernels/backends/mpi/call.hpp"
#include "kernels/backends/mpi/legs.hpp"

namespace syncbench::kernels::mpi_backend {

/// A rank's part of a centre of two ranks, or of a rank that is not the root: a plain round trip.
inline void run_centre(const Call& c) {
  if (c.is_root()) {
    const int other = 1 - c.rank;
    std::byte* const block = c.receive + static_cast<std::size_t>(other) * c.block_bytes;
    SYNCBENCH_MPI(MPI_Recv(block, c.count, c.type, other, kLegTag, c.communicator, MPI_STATUS_IGNORE));
    SYNCBENCH_MPI(MPI_Send(c.send, c.count, c.type, other, kLegTag, c.communicator));
  } else {
    SYNCBENCH_MPI(MPI_Send(c.send, c.count, c.type, c.root, kLegTag, c.communicator));
    SYNCBENCH_MPI(MPI_Recv(c.receive, c.count, c.type, c.root, kLegTag, c.communicator, MPI_STATUS_IGNORE));
  }
}

/// The blocking form of a collective; blocks until this rank may use the result. Throws Error(internal). A template
/// for the timed region's sake, where every indirection costs an 8-byte allreduce a percent. Precondition: not the root
/// of a centre of three ranks or more, which has no blocking form.
template <Collective collective>
void run_blocking(const Call& call) {
  const auto& c = call;
  if constexpr (collective == Collective::allreduce) {
    SYNCBENCH_MPI(MPI_Allreduce(c.send, c.receive, c.count, c.type, c.op, c.communicator));
  } else if constexpr (collective == Collective::broadcast) {
    SYNCBENCH_MPI(MPI_Bcast(c.broadcast_buffer(), c.count, c.type, c.root, c.communicator));
  } else if constexpr (collective == Collective::barrier) {
    SYNCBENCH_MPI(MPI_Barrier(c.communicator));
  } else if constexpr (collective == Collective::reduce) {
    SYNCBENCH_MPI(MPI_Reduce(c.send, c.receive, c.count, c.type, c.op, c.root, c.communicator));
  } else if constexpr (collective == Collective::reduce_scatter) {
    SYNCBENCH_MPI(MPI_Reduce_scatter_block(c.send, c.receive, c.count, c.type, c.op, c.communicator));
  } else if constexpr (collective == Collective::allgather) {
    SYNCBENCH_MPI(MPI_Allgather(c.send, c.count, c.type, c.receive, c.count, c.type, c.communicator));
  } else if constexpr (collective == Collective::all_to_all) {
    SYNCBENCH_MPI(MPI_Alltoall(c.send, c.count, c.type, c.receive, c.count, c.type, c.communicator));
  } else if constexpr (collective == Collective::gather) {
    SYNCBENCH_MPI(MPI_Gather(c.send, c.count, c.type, c.receive, c.count, c.type, c.root, c.communicator));
  } else if constexpr (collective == Collective::scatter) {
    SYNCBENCH_MPI(MPI_Scatter(c.send, c.count, c.type, c.receive, c.count, c.type, c.root, c.communicator));
  } else if constexpr (collective == Collective::scan) {
    SYNCBENCH_MPI(MPI_Scan(c.send, c.receive, c.count, c.type, c.op, c.communicator));
  } else if constexpr (collective == Collective::exscan) {
    SYNCBENCH_MPI(MPI_Exscan(c.send, c.receive, c.count, c.type, c.op, c.communicator));
  } else if constexpr (collective == Collective::centre) {
    run_centre(c);
  } else {
    static_assert(collective == Collective::ring);
    const int to = (c.rank + 1) % c.ranks, from = (c.rank + c.ranks - 1) % c.ranks;
    SYNCBENCH_MPI(MPI_Sendrecv(c.send, c.count, c.type, to, kLegTag, c.receive, c.count, c.type, from, kLegTag,
                               c.communicator, MPI_STATUS_IGNORE));
  }
}

/// What `take.operator()<collective>()` gives for a collective that is known only now.
template <class Take>
auto with_collective(Collective collective, const Take& take) {
  switch (collective) {
    case Collective::allreduce:
      return take.template operator()<Collective::allreduce>();
    case Collective::broadcast:
      return take.template operator()<Collective::broadcast>();
    case Collective::barrier:
      break;
    case Collective::reduce:
      return take.template operator()<Collective::reduce>();
    case Collective::reduce_scatter:
      return take.template operator()<Collective::reduce_scatter>();
    case Collective::allgather:
      return take.template operator()<Collective::allgather>();
    case Collective::all_to_all:
      return take.template operator()<Collective::all_to_all>();
    case Collective::gather:
      return take.template operator()<Collective::gather>();
    case Collective::scatter:
      return take.template operator()<Collective::scatter>();
    case Collective::scan:
      return take.template operator()<Collective::scan>();
    case Collective::exscan:
      return take.template operator()<Collective::exscan>();
    case Collective::ring:
      return take.template operator()<Collective::ring>();
    case Collective::centre:
      return take.template operator()<Collective::centre>();
  }
  return take.template operator()<Collective::barrier>();
}

}  // namespace syncbench::kernels::mpi_backend
