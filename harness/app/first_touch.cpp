#include "first_touch.hpp"

#include <syncbench/mpi/check.hpp>
#include <syncbench/suite/tournament.hpp>

namespace syncbench::app {

std::vector<Touch> first_touches(int rank, int ranks) {
  std::vector<Touch> touches;
  if (ranks > kTouchesAll) {
    for (int distance = 1; distance < ranks; distance *= 2)
      touches.push_back({.to = (rank + distance) % ranks, .from = (rank + ranks - distance) % ranks});
    return touches;
  }
  for (const auto& round : suite::tournament(ranks)) {
    for (const suite::Pair& pair : round) {
      if (pair.first.value != rank && pair.second.value != rank) continue;
      const int peer = pair.first.value == rank ? pair.second.value : pair.first.value;
      touches.push_back({.to = peer, .from = peer});
    }
  }
  return touches;
}

void touch_peers(Startup& startup) {
  int rank = 0, ranks = 1;
  SYNCBENCH_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  SYNCBENCH_MPI(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
  for (const Touch& each : first_touches(rank, ranks)) {
    char sent = 0, received = 0;
    SYNCBENCH_MPI(MPI_Sendrecv(&sent, 1, MPI_CHAR, each.to, 0, &received, 1, MPI_CHAR, each.from, 0, MPI_COMM_WORLD,
                               MPI_STATUS_IGNORE));
    startup.stamp("peer", each.to);
  }
}

}  // namespace syncbench::app
