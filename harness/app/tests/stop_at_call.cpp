// A library to preload: ends or stops the process at its n-th call of MPI, for trying what happens to a run whose rank
// is lost somewhere. SYNCBENCH_STOP_RANK (as the launcher numbers ranks), SYNCBENCH_STOP_AT (from 1),
// SYNCBENCH_STOP_SIGNAL (SIGSTOP without it; 0: the process ends as if all were well), SYNCBENCH_STOP_TIMES (signals,
// 1), SYNCBENCH_STOP_NOTE (a file that is made at that moment, and that gets the number of all calls if it never
// comes). Polls (MPI_Test, MPI_Iprobe …) are not counted: their number is chance.
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>

#include <mpi.h>
#include <unistd.h>

namespace {

long number(const char* name, long otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::atol(text);
}

long own_rank() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK"}) {
    if (std::getenv(name) != nullptr) return number(name, -1);
  }
  return -1;
}

void note(const char* what, long calls) {
  const char* path = std::getenv("SYNCBENCH_STOP_NOTE");
  std::FILE* file = path == nullptr ? nullptr : std::fopen(path, "w");
  if (file == nullptr) return;
  std::fprintf(file, "%s %ld\n", what, calls);
  std::fclose(file);
}

void stop(const char* call, long calls) {
  note(call, calls);
  const auto signal = static_cast<int>(number("SYNCBENCH_STOP_SIGNAL", SIGSTOP));
  if (signal == 0) _exit(0);
  for (long time = number("SYNCBENCH_STOP_TIMES", 1); time > 0; --time) std::raise(signal);
}

void count_call(const char* call, bool is_last = false) {
  static const bool chosen = own_rank() == number("SYNCBENCH_STOP_RANK", -2);
  static const long wanted = number("SYNCBENCH_STOP_AT", 0);
  static long calls = 0;
  if (!chosen) return;
  if (++calls == wanted) stop(call, calls);
  if (is_last && calls < wanted) note("all", calls);
}

}  // namespace

#define COUNTED(name, parameters, arguments) \
  int name parameters {                      \
    count_call(#name);                       \
    return P##name arguments;                \
  }

#define BUFFERS const void *from, int count, MPI_Datatype type, void *to, int count_to, MPI_Datatype type_to
#define BOTH from, count, type, to, count_to, type_to
#define SUMMED const void *from, void *to, int count, MPI_Datatype type, MPI_Op op
#define SUM from, to, count, type, op

extern "C" {

int MPI_Finalize() {
  count_call("MPI_Finalize", true);
  return PMPI_Finalize();
}
COUNTED(MPI_Init, (int* argc, char*** argv), (argc, argv))
COUNTED(MPI_Init_thread, (int* argc, char*** argv, int required, int* provided), (argc, argv, required, provided))
COUNTED(MPI_Comm_dup, (MPI_Comm from, MPI_Comm* to), (from, to))
COUNTED(MPI_Comm_split, (MPI_Comm from, int color, int key, MPI_Comm* to), (from, color, key, to))
COUNTED(MPI_Comm_split_type, (MPI_Comm from, int type, int key, MPI_Info info, MPI_Comm* to),
        (from, type, key, info, to))
COUNTED(MPI_Comm_free, (MPI_Comm * comm), (comm))
COUNTED(MPI_Barrier, (MPI_Comm comm), (comm))
COUNTED(MPI_Bcast, (void* data, int count, MPI_Datatype type, int root, MPI_Comm comm), (data, count, type, root, comm))
COUNTED(MPI_Allgather, (BUFFERS, MPI_Comm comm), (BOTH, comm))
COUNTED(MPI_Alltoall, (BUFFERS, MPI_Comm comm), (BOTH, comm))
COUNTED(MPI_Gather, (BUFFERS, int root, MPI_Comm comm), (BOTH, root, comm))
COUNTED(MPI_Scatter, (BUFFERS, int root, MPI_Comm comm), (BOTH, root, comm))
COUNTED(MPI_Allgatherv,
        (const void* from, int count, MPI_Datatype type, void* to, const int* counts, const int* places,
         MPI_Datatype type_to, MPI_Comm comm),
        (from, count, type, to, counts, places, type_to, comm))
COUNTED(MPI_Gatherv,
        (const void* from, int count, MPI_Datatype type, void* to, const int* counts, const int* places,
         MPI_Datatype type_to, int root, MPI_Comm comm),
        (from, count, type, to, counts, places, type_to, root, comm))
COUNTED(MPI_Reduce, (SUMMED, int root, MPI_Comm comm), (SUM, root, comm))
COUNTED(MPI_Allreduce, (SUMMED, MPI_Comm comm), (SUM, comm))
COUNTED(MPI_Reduce_scatter_block, (SUMMED, MPI_Comm comm), (SUM, comm))
COUNTED(MPI_Scan, (SUMMED, MPI_Comm comm), (SUM, comm))
COUNTED(MPI_Iallreduce, (SUMMED, MPI_Comm comm, MPI_Request* request), (SUM, comm, request))
COUNTED(MPI_Send, (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm),
        (data, count, type, to, tag, comm))
COUNTED(MPI_Isend,
        (const void* data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm, MPI_Request* request),
        (data, count, type, to, tag, comm, request))
COUNTED(MPI_Recv, (void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Status* status),
        (data, count, type, from, tag, comm, status))
COUNTED(MPI_Irecv, (void* data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm, MPI_Request* request),
        (data, count, type, from, tag, comm, request))
COUNTED(MPI_Sendrecv,
        (const void* data, int count, MPI_Datatype type, int to, int tag, void* into, int size, MPI_Datatype of,
         int from, int tag_from, MPI_Comm comm, MPI_Status* status),
        (data, count, type, to, tag, into, size, of, from, tag_from, comm, status))
COUNTED(MPI_Start, (MPI_Request * request), (request))
COUNTED(MPI_Startall, (int count, MPI_Request* requests), (count, requests))
COUNTED(MPI_Wait, (MPI_Request * request, MPI_Status* status), (request, status))
COUNTED(MPI_Waitall, (int count, MPI_Request* requests, MPI_Status* statuses), (count, requests, statuses))
COUNTED(MPI_Type_commit, (MPI_Datatype * type), (type))
COUNTED(MPI_Type_free, (MPI_Datatype * type), (type))
COUNTED(MPI_Pack, (const void* from, int count, MPI_Datatype type, void* to, int size, int* position, MPI_Comm comm),
        (from, count, type, to, size, position, comm))
COUNTED(MPI_Unpack, (const void* from, int size, int* position, void* to, int count, MPI_Datatype type, MPI_Comm comm),
        (from, size, position, to, count, type, comm))

}  // extern "C"
