#include "harness/mpi/reachability.hpp"

#include <chrono>

#include "harness/cmake/testing/catch.hpp"
#include "harness/mpi/communicator.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;

TEST_CASE("where everybody can talk everybody is reached, and rank 0 has what each says of itself") {
  const auto world = mpi::Communicator::world();
  for (int again = 0; again < 2; ++again) {  // messages of the first time do not meet those of the second
    const auto found = mpi::reach_everyone("rank " + std::to_string(world.rank().value), std::chrono::seconds(60));
    CHECK(found.everyone);
    CHECK(found.unreachable.empty());
    if (!world.is_root()) continue;
    REQUIRE(found.texts.size() == static_cast<std::size_t>(world.size()));
    CHECK(found.texts.back() == "rank " + std::to_string(world.size() - 1));
  }
}

TEST_CASE("a rank that says nothing is named within the deadline, by whoever missed it") {
  const auto world = mpi::Communicator::world();
  const int silent = world.size() - 1;
  // The silent rank reports nothing; it comes to the end alone, and then takes what was sent to it.
  if (world.rank().value == silent) {
    for (int peer = 0; peer < silent; ++peer)
      MPI_Recv(nullptr, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    char verdict = 9;
    MPI_Recv(&verdict, 1, MPI_BYTE, 0, 3, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    CHECK(verdict == 0);
    for (int peer = 0; peer < silent; ++peer) MPI_Send(nullptr, 0, MPI_BYTE, peer, 1, MPI_COMM_WORLD);
  } else {
    const auto found = mpi::reach_everyone({}, std::chrono::milliseconds(300));
    CHECK_FALSE(found.everyone);
    if (world.is_root()) {
      std::vector<std::pair<Rank, Rank>> wanted;
      for (int peer = 0; peer < silent; ++peer) wanted.emplace_back(Rank{peer}, Rank{silent});
      CHECK(found.unreachable == wanted);
    }
  }
  mpi::range_over_ranks(world, 0);
}
