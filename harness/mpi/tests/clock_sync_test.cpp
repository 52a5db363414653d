#include "harness/mpi/clock_sync.hpp"

#include <cstdlib>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;

namespace {

// A clock that is off the host's by seconds and drifts: what another node's clock looks like. All ranks of a test share
// one host, so the true global time of any reading is known.
struct OffClock {
  std::int64_t offset = 0;
  double drift = 0;
  std::int64_t begin = raw_clock().now().count();

  std::int64_t at(std::int64_t true_time) const {
    return true_time + offset + static_cast<std::int64_t>(drift * static_cast<double>(true_time - begin));
  }
  Clock clock() const {
    return {[](const void* self) noexcept {
              return Nanos{static_cast<const OffClock*>(self)->at(raw_clock().now().count())};
            },
            this};
  }
};

OffClock clock_of_node(int node) {
  if (node == 0) return {};
  return {.offset = (node % 2 == 0 ? -1 : 1) * node * 3'000'000'000, .drift = (node % 2 == 0 ? -50e-6 : 50e-6)};
}

mpi::Communicator part(const mpi::Communicator& world, int number) { return std::move(*world.split(number)); }

// How far a rank's idea of global time is off the truth, at one moment, and what it says the bound is.
struct Deviation {
  std::int64_t error, epsilon;
};
Deviation deviation(const mpi::ClockSync& sync, const OffClock& own) {
  const std::int64_t truth = raw_clock().now().count();
  const Nanos local{own.at(truth)};
  return {.error = std::abs(sync.model().global(local).count() - truth),
          .epsilon = sync.model().epsilon(local).count()};
}

}  // namespace

TEST_CASE(
    "with each rank on a node of its own, offsets of seconds and drifts of 50 ppm, global time is right within the "
    "bound") {
  const auto world = mpi::Communicator::world();
  const OffClock own = clock_of_node(world.rank().value);
  mpi::ClockSync sync(world, part(world, world.rank().value), own.clock());
  CHECK(sync.several_nodes());
  for (int round = 0; round < 20; ++round) {
    sync.synchronise();
    const Deviation now = deviation(sync, own);
    INFO("rank " << world.rank().value << " round " << round << " error " << now.error << " ns, bound " << now.epsilon
                 << " ns");
    CHECK(now.error <= now.epsilon + 1);
  }
  CHECK(sync.history().size() == 20);
  CHECK(sync.contradictions().empty());
}

TEST_CASE("between synchronisations the interpolated global time stays within the bound") {
  const auto world = mpi::Communicator::world();
  const OffClock own = clock_of_node(world.rank().value);
  mpi::ClockSync sync(world, part(world, world.rank().value), own.clock());
  std::vector<std::int64_t> truths;
  for (int round = 0; round < 5; ++round) {
    sync.synchronise();
    for (int pause = 0; pause < 20'000; ++pause) raw_clock().now();
    truths.push_back(raw_clock().now().count());
  }
  sync.synchronise();
  for (const std::int64_t truth : truths) {
    const Nanos local{own.at(truth)};
    CHECK(std::abs(sync.model().global(local).count() - truth) <= sync.model().epsilon(local).count() + 1);
  }
}

TEST_CASE("ranks of one node have one model, which their leader measured") {
  const auto world = mpi::Communicator::world();
  const int node = world.rank().value / 2;  // the last one may be alone
  const OffClock own = clock_of_node(node);
  mpi::ClockSync sync(world, part(world, node), own.clock());
  sync.synchronise();
  sync.synchronise();
  const Deviation now = deviation(sync, own);
  CHECK(now.error <= now.epsilon + 1);
  const auto within = part(world, node);
  const auto offsets = mpi::range_over_ranks(within, sync.history().back().offset.count());
  CHECK(offsets.lowest == offsets.highest);
  if (node == 0) CHECK(sync.model().fixes().empty());
}

TEST_CASE("on one node nothing is measured: the offset is 0 and there is no bound to it") {
  const auto world = mpi::Communicator::world();
  mpi::ClockSync sync(world, world.split_by_node(), raw_clock());
  CHECK_FALSE(sync.several_nodes());
  sync.synchronise();
  REQUIRE(sync.history().size() == 1);
  CHECK(sync.history()[0].offset == Nanos{0});
  const Nanos now = raw_clock().now();
  CHECK(sync.model().global(now) == now);
}
