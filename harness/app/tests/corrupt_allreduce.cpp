// A library to preload: an MPI whose 26th allreduce of floats (the 17th recorded one) delivers one wrong element on
// rank 1.
#include <mpi.h>

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm communicator) {
  static int calls = 0;
  const int result = PMPI_Allreduce(send, receive, count, type, op, communicator);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (type == MPI_FLOAT && ++calls == 26 && rank == 1 && count > 0) static_cast<float*>(receive)[count - 1] += 1;
  return result;
}
