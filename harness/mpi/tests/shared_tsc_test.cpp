#include "harness/mpi/shared_tsc.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/mpi/clock_sync.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;

TEST_CASE("ranks of a node share one scale, bit by bit, that agrees with the kernel's clock on each of them") {
  const auto world = mpi::Communicator::world();
  const auto shared = mpi::share_tsc(world.split_by_node());
  if (!has_invariant_tsc()) {
    CHECK(shared.refusal == "the CPU has no invariant time stamp counter");
    return;
  }
  CHECK(shared.refusal.empty());
  const auto multiplier = mpi::range_over_ranks(world, static_cast<std::int64_t>(shared.scale.multiplier));
  CHECK(multiplier.lowest == multiplier.highest);
  const auto offset = mpi::range_over_ranks(world, shared.scale.offset);
  CHECK(offset.lowest == offset.highest);
}

TEST_CASE("what one rank has done by its counter lies before what another does after hearing of it") {
  const auto world = mpi::Communicator::world();
  if (!has_invariant_tsc()) return;
  const auto shared = mpi::share_tsc(world.split_by_node());
  const Clock clock = tsc_clock(shared.scale);
  for (int turn = 0; turn < 100; ++turn) {
    for (int root = 0; root < world.size(); ++root) {
      const std::int64_t said = mpi::broadcast_number(world, clock.now().count(), Rank{root});
      REQUIRE(clock.now().count() >= said);
    }
  }
}

TEST_CASE("clocks of made-up nodes are compared by their counters as by any other clock") {
  const auto world = mpi::Communicator::world();
  if (!has_invariant_tsc()) return;
  const auto shared = mpi::share_tsc(world.split_by_node());
  mpi::ClockSync sync(world, std::move(*world.split(world.rank().value)), tsc_clock(shared.scale));
  for (int round = 0; round < 3; ++round) sync.synchronise();
  const Nanos now = sync.clock().now();
  const std::int64_t error = (sync.model().global(now) - now).count();
  CHECK(std::abs(error) <= sync.model().epsilon(now).count());
}
