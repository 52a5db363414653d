// A library to preload: a process's first call of a kind takes longer, once. SYNCBENCH_TRUTH_PHASE says which:
// mpi-init, peer (the first message of bytes), or first (the first allreduce of floats). How long MPI_Init then took in
// all, which nobody can know beforehand, is written to SYNCBENCH_TRUTH_LOG.<rank>, in ns.
#include <cstring>
#include <fstream>
#include <string>

#include "harness/app/truth/truth.hpp"

namespace {

bool is_asked(const char* phase) {
  const char* asked = std::getenv("SYNCBENCH_TRUTH_PHASE");
  return asked != nullptr && std::strcmp(asked, phase) == 0;
}

void first_time(const char* phase) {
  static truth::Victim victim;
  static bool over = false;
  if (over || !is_asked(phase)) return;
  over = true;
  if (victim.is_due()) victim.delay();
}

// No rank knows its number before MPI_Init, so all are late in it.
template <class Initialise>
int initialise(Initialise real) {
  const std::int64_t begin = truth::now();
  if (is_asked("mpi-init")) truth::busy(1000 * truth::number("SYNCBENCH_TRUTH_US", 0));
  const int result = real();
  const std::int64_t end = truth::now();
  int rank = 0;
  PMPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (const char* log = std::getenv("SYNCBENCH_TRUTH_LOG"))
    std::ofstream(std::string(log) + "." + std::to_string(rank)) << end - begin << "\n";
  return result;
}

}  // namespace

extern "C" int MPI_Init(int* argc, char*** argv) {
  return initialise([=] { return PMPI_Init(argc, argv); });
}

extern "C" int MPI_Init_thread(int* argc, char*** argv, int required, int* provided) {
  return initialise([=] { return PMPI_Init_thread(argc, argv, required, provided); });
}

extern "C" int MPI_Isend(const void* buffer, int count, MPI_Datatype type, int to, int tag, MPI_Comm communicator,
                         MPI_Request* request) {
  if (type == MPI_CHAR) first_time("peer");
  return PMPI_Isend(buffer, count, type, to, tag, communicator, request);
}

extern "C" int MPI_Allreduce(const void* send, void* receive, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm communicator) {
  if (truth::is_timed(type)) first_time("first");
  return PMPI_Allreduce(send, receive, count, type, op, communicator);
}
