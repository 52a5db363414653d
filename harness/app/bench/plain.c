/* The reference of `./dev bench fidelity`: what people write themselves. MPI_Init, a loop, two reads of the clock around the
   call, a barrier between iterations; nothing of syncbench's.

   usage: mpirun -n RANKS plain OUT ITERATIONS WARMUP SHIFT OPERATION:BYTES...
   BYTES is what one rank sends. OUT gets int64 nanoseconds [point][rank][iteration], in the order of the arguments. SHIFT empty
   messages go from rank 0 to rank 1 before each point. They matter: Open MPI's shared memory puts small messages one behind the
   other, two in a cache line, and which two share a line makes an 8-byte allreduce of two ranks take 0.42 or 0.52 us. */
#include <mpi.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static int rank, ranks;

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return time.tv_sec * INT64_C(1000000000) + time.tv_nsec;
}

static void give_up(const char* what, const char* which) {
  fprintf(stderr, "plain: %s %s\n", what, which);
  MPI_Abort(MPI_COMM_WORLD, 64);
}

/* Whole pages, touched, of values that are neither zero nor subnormal. */
static float* buffer_of(size_t bytes) {
  const size_t page = (size_t)sysconf(_SC_PAGESIZE);
  const size_t whole = (bytes + page) / page * page;
  float* data = aligned_alloc(page, whole);
  if (data == NULL) give_up("no memory for", "a buffer");
  for (size_t i = 0; i < whole / sizeof(float); ++i) data[i] = 1.0f + (float)(i % 7);
  return data;
}

/* A loop around one call. A macro: a call through a pointer is not what people write. */
#define TIME_EACH(CALL)                \
  for (int i = -warmup; i < n; ++i) {  \
    MPI_Barrier(MPI_COMM_WORLD);       \
    const int64_t begin = now();       \
    CALL;                              \
    const int64_t end = now();         \
    if (i >= 0) times[i] = end - begin; \
  }

/* A round trip begins at rank 1 and is answered by rank 0. */
static void time_round_trips(float* send, float* receive, int count, int64_t* times, int n, int warmup) {
  if (rank == 0) {
    TIME_EACH(MPI_Recv(receive, count, MPI_FLOAT, 1, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
              MPI_Send(send, count, MPI_FLOAT, 1, 1, MPI_COMM_WORLD))
  } else if (rank == 1) {
    TIME_EACH(MPI_Send(send, count, MPI_FLOAT, 0, 1, MPI_COMM_WORLD);
              MPI_Recv(receive, count, MPI_FLOAT, 0, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE))
  } else {
    TIME_EACH((void)0)
  }
}

static void time_point(const char* operation, size_t bytes, int64_t* times, int n, int warmup) {
  const MPI_Comm all = MPI_COMM_WORLD;
  const int count = (int)(bytes / sizeof(float)), block = count / ranks;
  float* send = buffer_of(bytes);
  float* receive = buffer_of(bytes * (size_t)ranks);
  if (strcmp(operation, "allreduce") == 0) {
    TIME_EACH(MPI_Allreduce(send, receive, count, MPI_FLOAT, MPI_SUM, all))
  } else if (strcmp(operation, "broadcast") == 0) {
    TIME_EACH(MPI_Bcast(send, count, MPI_FLOAT, 0, all))
  } else if (strcmp(operation, "barrier") == 0) {
    TIME_EACH(MPI_Barrier(all))
  } else if (strcmp(operation, "allgather") == 0) {
    TIME_EACH(MPI_Allgather(send, count, MPI_FLOAT, receive, count, MPI_FLOAT, all))
  } else if (strcmp(operation, "all-to-all") == 0) {
    TIME_EACH(MPI_Alltoall(send, block, MPI_FLOAT, receive, block, MPI_FLOAT, all))
  } else if (strcmp(operation, "centre") == 0) {
    time_round_trips(send, receive, count, times, n, warmup);
  } else {
    give_up("there is no operation", operation);
  }
  free(send);
  free(receive);
}

static void shift_messages(int shift) {
  for (int i = 0; i < shift; ++i) {
    if (rank == 0) MPI_Send(NULL, 0, MPI_INT, 1, 2, MPI_COMM_WORLD);
    if (rank == 1) MPI_Recv(NULL, 0, MPI_INT, 0, 2, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
}

static void measure(FILE* out, char* what, int shift, int64_t* times, int64_t* all, int n, int warmup) {
  char* colon = strchr(what, ':');
  if (colon == NULL) give_up("OPERATION:BYTES is wanted instead of", what);
  *colon = '\0';
  shift_messages(shift);
  time_point(what, (size_t)strtoull(colon + 1, NULL, 10), times, n, warmup);
  MPI_Gather(times, n, MPI_INT64_T, all, n, MPI_INT64_T, 0, MPI_COMM_WORLD);
  const size_t values = (size_t)n * (size_t)ranks;
  if (rank == 0 && fwrite(all, sizeof(int64_t), values, out) != values) give_up("cannot write", what);
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (argc < 6) give_up("usage:", "plain OUT ITERATIONS WARMUP SHIFT OPERATION:BYTES...");
  const int n = atoi(argv[2]), warmup = atoi(argv[3]);
  if (n < 1 || warmup < 0) give_up("these are no numbers of iterations:", argv[2]);
  FILE* out = rank == 0 ? fopen(argv[1], "wb") : NULL;
  if (rank == 0 && out == NULL) give_up("cannot write", argv[1]);
  int64_t* times = calloc((size_t)n, sizeof(int64_t));
  int64_t* all = calloc((size_t)n * (size_t)ranks, sizeof(int64_t));
  for (int i = 0; i < 100; ++i) MPI_Barrier(MPI_COMM_WORLD); /* the library sets its mailboxes up after some messages */
  for (int i = 5; i < argc; ++i) measure(out, argv[i], atoi(argv[4]), times, all, n, warmup);
  if (rank == 0 && fclose(out) != 0) give_up("cannot write", argv[1]);
  free(times);
  free(all);
  MPI_Finalize();
  return 0;
}
