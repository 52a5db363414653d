#include "harness/mpi/reachability.hpp"

#include <algorithm>
#include <ctime>
#include <functional>

#include <mpi.h>

#include "harness/core/clock.hpp"
#include "harness/mpi/check.hpp"

namespace syncbench::mpi {
namespace {

constexpr int kHelloTag = 1;
constexpr int kReportTag = 2;
constexpr int kVerdictTag = 3;
constexpr timespec kNap{.tv_sec = 0, .tv_nsec = 200'000};

// Polls, and sleeps between, until `done` or the deadline.
bool wait_until(Nanos end, const std::function<bool()>& done) {
  while (!done()) {
    if (raw_clock().now() > end) return false;
    nanosleep(&kNap, nullptr);
  }
  return true;
}

struct World {
  World() {
    SYNCBENCH_MPI(MPI_Comm_rank(MPI_COMM_WORLD, &rank));
    SYNCBENCH_MPI(MPI_Comm_size(MPI_COMM_WORLD, &size));
  }
  int rank = 0, size = 1;
};

// Says hello to everybody, and says from whom nothing came.
std::vector<int> silent_peers(const World& world, Nanos end) {
  std::vector<MPI_Request> receives(static_cast<std::size_t>(world.size), MPI_REQUEST_NULL);
  std::vector<MPI_Request> sends = receives;
  for (int peer = 0; peer < world.size; ++peer) {
    if (peer == world.rank) continue;
    const auto at = static_cast<std::size_t>(peer);
    SYNCBENCH_MPI(MPI_Irecv(nullptr, 0, MPI_BYTE, peer, kHelloTag, MPI_COMM_WORLD, &receives[at]));
  }
  // Everybody begins with another one, so that nobody is asked by all at once.
  for (int distance = 1; distance < world.size; ++distance) {
    const int peer = (world.rank + distance) % world.size;
    SYNCBENCH_MPI(
        MPI_Isend(nullptr, 0, MPI_BYTE, peer, kHelloTag, MPI_COMM_WORLD, &sends[static_cast<std::size_t>(peer)]));
  }
  const auto all_done = [](std::vector<MPI_Request>& requests) {
    int done = 0;
    SYNCBENCH_MPI(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
    return done != 0;
  };
  wait_until(end, [&] { return all_done(receives) && all_done(sends); });
  std::vector<int> silent;
  for (std::size_t peer = 0; peer < receives.size(); ++peer) {
    int received = 1;
    SYNCBENCH_MPI(MPI_Test(&receives[peer], &received, MPI_STATUS_IGNORE));
    if (received == 0) silent.push_back(static_cast<int>(peer));
  }
  return silent;
}

// A report is the number of silent peers, those, and the text.
std::string packed(const std::vector<int>& silent, const std::string& text) {
  const auto count = static_cast<int>(silent.size());
  std::string all(reinterpret_cast<const char*>(&count), sizeof(count));
  all.append(reinterpret_cast<const char*>(silent.data()), silent.size() * sizeof(int));
  return all + text;
}

struct Report {
  std::vector<int> silent;
  std::string text;
};

Report unpacked(const std::string& all) {
  int count = 0;
  std::copy_n(all.data(), sizeof(count), reinterpret_cast<char*>(&count));
  Report report;
  report.silent.resize(static_cast<std::size_t>(count));
  const std::size_t bytes = report.silent.size() * sizeof(int);
  std::copy_n(all.data() + sizeof(count), bytes, reinterpret_cast<char*>(report.silent.data()));
  report.text = all.substr(sizeof(count) + bytes);
  return report;
}

void add_pairs(int rank, const std::vector<int>& silent, std::vector<std::pair<Rank, Rank>>& pairs) {
  for (const int peer : silent) pairs.emplace_back(Rank{std::min(rank, peer)}, Rank{std::max(rank, peer)});
}

// Rank 0's side: all reports that come in time; whose does not come is out of rank 0's reach.
void collect(const World& world, Nanos end, Reachability& found) {
  int missing = world.size - 1;
  std::vector<bool> heard(static_cast<std::size_t>(world.size), false);
  heard[0] = true;
  wait_until(end, [&] {
    int there = 1;
    while (there != 0 && missing > 0) {
      MPI_Status status{};
      SYNCBENCH_MPI(MPI_Iprobe(MPI_ANY_SOURCE, kReportTag, MPI_COMM_WORLD, &there, &status));
      if (there == 0) break;
      int bytes = 0;
      SYNCBENCH_MPI(MPI_Get_count(&status, MPI_BYTE, &bytes));
      std::string all(static_cast<std::size_t>(bytes), '\0');
      SYNCBENCH_MPI(
          MPI_Recv(all.data(), bytes, MPI_BYTE, status.MPI_SOURCE, kReportTag, MPI_COMM_WORLD, MPI_STATUS_IGNORE));
      const Report report = unpacked(all);
      const auto from = static_cast<std::size_t>(status.MPI_SOURCE);
      heard[from] = true;
      found.texts[from] = report.text;
      add_pairs(status.MPI_SOURCE, report.silent, found.unreachable);
      --missing;
    }
    return missing == 0;
  });
  for (int rank = 1; rank < world.size; ++rank) {
    if (!heard[static_cast<std::size_t>(rank)]) found.unreachable.emplace_back(Rank{0}, Rank{rank});
  }
}

bool tell_verdict(const World& world, Nanos end, bool everyone) {
  static char verdict;  // outlives requests that never complete
  verdict = everyone ? 1 : 0;
  std::vector<MPI_Request> requests(static_cast<std::size_t>(world.size), MPI_REQUEST_NULL);
  for (int rank = 1; rank < world.size; ++rank) {
    SYNCBENCH_MPI(
        MPI_Isend(&verdict, 1, MPI_BYTE, rank, kVerdictTag, MPI_COMM_WORLD, &requests[static_cast<std::size_t>(rank)]));
  }
  return wait_until(end, [&] {
    int done = 0;
    SYNCBENCH_MPI(MPI_Testall(static_cast<int>(requests.size()), requests.data(), &done, MPI_STATUSES_IGNORE));
    return done != 0;
  });
}

bool hear_verdict(Nanos end) {
  static char verdict;  // outlives a request that never completes
  verdict = 0;
  MPI_Request request = MPI_REQUEST_NULL;
  SYNCBENCH_MPI(MPI_Irecv(&verdict, 1, MPI_BYTE, 0, kVerdictTag, MPI_COMM_WORLD, &request));
  const bool heard = wait_until(end, [&] {
    int done = 0;
    SYNCBENCH_MPI(MPI_Test(&request, &done, MPI_STATUS_IGNORE));
    return done != 0;
  });
  return heard && verdict != 0;
}

}  // namespace

Reachability reach_everyone(const std::string& mine, Nanos deadline) {
  const World world;
  const Nanos begun = raw_clock().now();
  Reachability found;
  const std::vector<int> silent = silent_peers(world, begun + deadline);
  static std::string report;  // outlives a request that never completes
  if (world.rank != 0) {
    report = packed(silent, mine);
    MPI_Request request = MPI_REQUEST_NULL;
    SYNCBENCH_MPI(
        MPI_Isend(report.data(), static_cast<int>(report.size()), MPI_BYTE, 0, kReportTag, MPI_COMM_WORLD, &request));
    found.everyone = hear_verdict(begun + 3 * deadline);
    if (found.everyone) SYNCBENCH_MPI(MPI_Wait(&request, MPI_STATUS_IGNORE));
    return found;
  }
  found.texts.resize(static_cast<std::size_t>(world.size));
  found.texts[0] = mine;
  add_pairs(0, silent, found.unreachable);
  collect(world, begun + 2 * deadline, found);
  std::sort(found.unreachable.begin(), found.unreachable.end());
  found.unreachable.erase(std::unique(found.unreachable.begin(), found.unreachable.end()), found.unreachable.end());
  found.everyone = found.unreachable.empty();
  tell_verdict(world, begun + 3 * deadline, found.everyone);
  return found;
}

}  // namespace syncbench::mpi
