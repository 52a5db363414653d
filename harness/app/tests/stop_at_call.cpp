// A library to preload: stops the process (SIGSTOP) at its n-th call of MPI, for trying what happens to a run whose
// rank stops somewhere. SYNCBENCH_STOP_RANK (as the launcher numbers ranks), SYNCBENCH_STOP_AT (from 1),
// SYNCBENCH_STOP_SIGNAL (SIGSTOP without it). Only calls that syncbench makes outside a point are counted, and few of
// those inside.
#include <csignal>
#include <cstdlib>
#include <initializer_list>

#include <mpi.h>

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

void count_call() {
  static const bool chosen = own_rank() == number("SYNCBENCH_STOP_RANK", -2);
  static const long wanted = number("SYNCBENCH_STOP_AT", 0);
  static long calls = 0;
  if (chosen && ++calls == wanted) std::raise(static_cast<int>(number("SYNCBENCH_STOP_SIGNAL", SIGSTOP)));
}

}  // namespace

extern "C" {

int MPI_Init(int* argc, char*** argv) {
  count_call();
  return PMPI_Init(argc, argv);
}
int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  count_call();
  return PMPI_Init_thread(argc, argv, required, provided);
}
int MPI_Finalize() {
  count_call();
  return PMPI_Finalize();
}
int MPI_Comm_dup(MPI_Comm from, MPI_Comm* to) {
  count_call();
  return PMPI_Comm_dup(from, to);
}
int MPI_Comm_split(MPI_Comm from, int color, int key, MPI_Comm* to) {
  count_call();
  return PMPI_Comm_split(from, color, key, to);
}
int MPI_Comm_split_type(MPI_Comm from, int type, int key, MPI_Info info, MPI_Comm* to) {
  count_call();
  return PMPI_Comm_split_type(from, type, key, info, to);
}
int MPI_Allgather(const void* from, int count, MPI_Datatype type, void* to, int count_to, MPI_Datatype type_to,
                  MPI_Comm communicator) {
  count_call();
  return PMPI_Allgather(from, count, type, to, count_to, type_to, communicator);
}
int MPI_Allgatherv(const void* from, int count, MPI_Datatype type, void* to, const int* counts, const int* places,
                   MPI_Datatype type_to, MPI_Comm communicator) {
  count_call();
  return PMPI_Allgatherv(from, count, type, to, counts, places, type_to, communicator);
}
int MPI_Gather(const void* from, int count, MPI_Datatype type, void* to, int count_to, MPI_Datatype type_to, int root,
               MPI_Comm communicator) {
  count_call();
  return PMPI_Gather(from, count, type, to, count_to, type_to, root, communicator);
}
int MPI_Gatherv(const void* from, int count, MPI_Datatype type, void* to, const int* counts, const int* places,
                MPI_Datatype type_to, int root, MPI_Comm communicator) {
  count_call();
  return PMPI_Gatherv(from, count, type, to, counts, places, type_to, root, communicator);
}
int MPI_Reduce(const void* from, void* to, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm communicator) {
  count_call();
  return PMPI_Reduce(from, to, count, type, op, root, communicator);
}

}  // extern "C"
