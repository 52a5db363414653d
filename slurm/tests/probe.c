/* What the tests of testcluster run as an MPI job:
 *   probe                 every rank: "<rank> of <size> on <host>: sum <1 + ... + size>"
 *   probe rounds N        N allreduces, then rank 0: "done"
 *   probe send BYTES      rank 0 to rank 1 and a reply: "<milliseconds>"
 *   probe abort CODE      the last rank calls MPI_Abort */
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long sum_of_ranks(int rank) {
  long mine = rank + 1, sum = 0;
  MPI_Allreduce(&mine, &sum, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return sum;
}

static void send_and_time(int rank, int bytes) {
  char* data = calloc((size_t)bytes, 1);
  const double start = MPI_Wtime();
  if (rank == 0) {
    MPI_Send(data, bytes, MPI_CHAR, 1, 0, MPI_COMM_WORLD);
    MPI_Recv(data, 1, MPI_CHAR, 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    printf("%d\n", (int)((MPI_Wtime() - start) * 1e3));
  } else if (rank == 1) {
    MPI_Recv(data, bytes, MPI_CHAR, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(data, 1, MPI_CHAR, 0, 0, MPI_COMM_WORLD);
  }
  free(data);
}

int main(int argc, char** argv) {
  int rank, size, length;
  char host[MPI_MAX_PROCESSOR_NAME];
  const char* what = argc > 2 ? argv[1] : "";
  const int number = argc > 2 ? atoi(argv[2]) : 0;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Get_processor_name(host, &length);
  if (strcmp(what, "rounds") == 0) {
    for (int round = 0; round < number; ++round) sum_of_ranks(rank);
    if (rank == 0) puts("done");
  } else if (strcmp(what, "send") == 0) {
    send_and_time(rank, number);
  } else if (strcmp(what, "abort") == 0) {
    sum_of_ranks(rank);
    if (rank == size - 1) MPI_Abort(MPI_COMM_WORLD, number);
  } else {
    printf("%d of %d on %s: sum %ld\n", rank, size, host, sum_of_ranks(rank));
  }
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
  return 0;
}
