/* The reference of `./dev truth --interrupted`: a plain MPI program that starts ranks by a deadline, as syncbench does, and keeps every
   iteration, whatever became of the deadline. Nothing of syncbench's.

   usage: mpirun -n RANKS counts_everything OUT ITERATIONS WARMUP BYTES
   OUT gets int64 nanoseconds [rank][iteration]: how long this rank was in MPI_Allreduce of floats. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

enum { AHEAD = 3, TRIES = 9 };

static int rank, ranks;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static int by_size(const void* a, const void* b) {
  const int64_t x = *(const int64_t*)a, y = *(const int64_t*)b;
  return (x > y) - (x < y);
}

/* What a broadcast takes until the last rank has it; ranks of one host share the clock. */
static int64_t time_broadcast(void) {
  int64_t times[TRIES], longest[TRIES];
  for (int i = 0; i < TRIES; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t sent = now();
    MPI_Bcast(&sent, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    times[i] = now() - sent;
  }
  MPI_Allreduce(times, longest, TRIES, MPI_INT64_T, MPI_MAX, MPI_COMM_WORLD);
  qsort(longest, TRIES, sizeof longest[0], by_size);
  return longest[TRIES / 2];
}

static void measure(int64_t* times, int n, int warmup, float* send, float* receive, int count) {
  const int64_t ahead = AHEAD * time_broadcast();
  for (int i = -warmup; i < n; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    int64_t deadline = now() + ahead;
    MPI_Bcast(&deadline, 1, MPI_INT64_T, 0, MPI_COMM_WORLD);
    while (now() < deadline) continue;
    const int64_t begin = now();
    MPI_Allreduce(send, receive, count, MPI_FLOAT, MPI_SUM, MPI_COMM_WORLD);
    const int64_t end = now();
    if (i >= 0) times[i] = end - begin;
  }
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int n = argc == 5 ? atoi(argv[2]) : 0, count = argc == 5 ? atoi(argv[4]) / (int)sizeof(float) : 0;
  FILE* out = rank == 0 && n > 0 ? fopen(argv[1], "wb") : NULL;
  if (n < 1 || count < 1 || (rank == 0 && out == NULL)) {
    fprintf(stderr, "usage: counts_everything OUT ITERATIONS WARMUP BYTES; OUT is a file that can be written\n");
    MPI_Abort(MPI_COMM_WORLD, 64);
  }
  const size_t each = (size_t)n;
  int64_t* times = calloc(each, sizeof(int64_t));
  int64_t* all = calloc(each * (size_t)ranks, sizeof(int64_t));
  float* send = calloc((size_t)count, sizeof(float));
  float* receive = calloc((size_t)count, sizeof(float));
  for (int i = 0; i < 100; ++i) MPI_Barrier(MPI_COMM_WORLD); /* the library sets its mailboxes up after some messages */
  measure(times, n, atoi(argv[3]), send, receive, count);
  MPI_Gather(times, n, MPI_INT64_T, all, n, MPI_INT64_T, 0, MPI_COMM_WORLD);
  if (rank == 0 && (fwrite(all, sizeof(int64_t), each * (size_t)ranks, out) != each * (size_t)ranks || fclose(out) != 0)) {
    fprintf(stderr, "counts_everything: cannot write %s\n", argv[1]);
    MPI_Abort(MPI_COMM_WORLD, 74);
  }
  free(times);
  free(all);
  free(send);
  free(receive);
  MPI_Finalize();
  return 0;
}
