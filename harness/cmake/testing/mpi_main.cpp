// The main of every test that needs ranks: fails if the launcher gave another number of ranks than the test asked for
// (a program of one MPI under another MPI's launcher runs as singletons and would pass), and ends with the worst exit
// code of all ranks.
#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <mpi.h>

#include "harness/cmake/testing/runner.hpp"

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const char* wanted = std::getenv("SYNCBENCH_TEST_RANKS");
  if (wanted != nullptr && std::atoi(wanted) != ranks) {
    std::fprintf(stderr, "the test asked for %s ranks and MPI sees %d\n", wanted, ranks);
    MPI_Abort(MPI_COMM_WORLD, 69);
  }
  const int mine = syncbench::testing::run_tests(argc, argv);
  int worst = mine;
  MPI_Allreduce(&mine, &worst, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  MPI_Finalize();
  return std::min(worst, 255);
}
