#include "harness/mpi/barrier.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/clock.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;

TEST_CASE("no rank leaves the dissemination barrier before the last one has entered") {
  const auto world = mpi::Communicator::world();
  const Clock clock = raw_clock();  // all ranks of a test run on one host: one kernel clock
  mpi::DisseminationBarrier barrier(world);
  for (int late = 0; late < world.size(); ++late) {
    if (world.rank().value == late) {
      const Nanos until = clock.now() + Nanos{20'000'000};
      while (clock.now() < until) continue;
    }
    const Nanos entered = clock.now();
    barrier.wait();
    const Nanos left = clock.now();
    const auto last_entered = mpi::range_over_ranks(world, entered.count()).highest;
    CHECK(left.count() >= last_entered);
  }
}

TEST_CASE("the barrier can be used any number of times in a row") {
  const auto world = mpi::Communicator::world();
  mpi::DisseminationBarrier barrier(world);
  for (int i = 0; i < 1000; ++i) barrier.wait();
  SUCCEED();
}
