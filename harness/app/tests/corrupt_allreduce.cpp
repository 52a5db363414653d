// A library to preload: an MPI whose 41st allreduce of floats delivers one wrong element on rank 1. By then all
// operations that are not recorded are over: 9 while the gate settles and 16 that tell how many a sample has to hold.
#include <mpi.h>

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm communicator) {
  static int calls = 0;
  const int result = PMPI_Allreduce(send, receive, count, type, op, communicator);
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (type == MPI_FLOAT && ++calls == 41 && rank == 1 && count > 0) static_cast<float*>(receive)[count - 1] += 1;
  return result;
}
