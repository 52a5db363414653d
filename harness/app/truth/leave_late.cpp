// A library to preload: one rank is busy after the operation is over and before it leaves, every N-th call.
#include "harness/app/truth/truth.hpp"

namespace {

int left(int result, MPI_Datatype type) {
  static truth::Victim victim;
  if (truth::is_timed(type) && victim.is_due()) victim.delay();
  return result;
}

}  // namespace

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm communicator) {
  return left(PMPI_Allreduce(send, receive, count, type, op, communicator), type);
}

extern "C" int MPI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm communicator) {
  return left(PMPI_Bcast(buffer, count, type, root, communicator), type);
}

extern "C" int MPI_Reduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op, int root,
                          MPI_Comm communicator) {
  return left(PMPI_Reduce(send, receive, count, type, op, root, communicator), type);
}
