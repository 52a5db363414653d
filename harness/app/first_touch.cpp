#include "harness/app/first_touch.hpp"

#include <array>

#include <fmt/format.h>
#include <sched.h>

#include "harness/core/clock.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/check.hpp"
#include "suites/suite/tournament.hpp"

namespace syncbench::app {
namespace {

// False: the deadline passed. Polls, for a blocking call cannot be given up.
bool exchanged(const Touch& touch, Nanos end) {
  static char sent = 0, received = 0;  // MPI may still write there when an exchange was given up
  std::array<MPI_Request, 2> requests{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  SYNCBENCH_MPI(MPI_Irecv(&received, 1, MPI_CHAR, touch.from, 0, MPI_COMM_WORLD, requests.data()));
  SYNCBENCH_MPI(MPI_Isend(&sent, 1, MPI_CHAR, touch.to, 0, MPI_COMM_WORLD, &requests[1]));
  for (int done = 0;;) {
    SYNCBENCH_MPI(MPI_Testall(2, requests.data(), &done, MPI_STATUSES_IGNORE));
    if (done != 0) return true;
    if (raw_clock().now() > end) return false;
    sched_yield();
  }
}

}  // namespace

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

void touch_peers(Startup& startup, std::chrono::seconds timeout) {
  int rank = 0, ranks = 1;
  SYNCBENCH_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
  SYNCBENCH_MPI(MPI_Comm_size(MPI_COMM_WORLD, &ranks));
  for (const Touch& each : first_touches(rank, ranks)) {
    if (!exchanged(each, raw_clock().now() + timeout))
      throw Error(
          ExitCode::hung,
          fmt::format("rank {} (on {}) and rank {} could not exchange a first byte within {} s: a peer that is "
                      "stopped, a firewall, or the wrong network device; the suite pairs tells who reaches whom",
                      rank, mpi::host_name(), each.from, timeout.count()));
    startup.stamp("peer", each.to);
  }
}

}  // namespace syncbench::app
