#include "harness/app/gather.hpp"

#include <map>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;

namespace {

// A clock that reads rank × 1,000,000 + a count, so that every sample tells where it comes from.
struct RankTime {
  std::int64_t now;
  Clock clock() {
    return {[](const void* self) noexcept { return Nanos{static_cast<RankTime*>(const_cast<void*>(self))->now++}; },
            this};
  }
};

Timeline timeline_of(int rank, std::size_t iterations, std::size_t marks) {
  static RankTime time;
  time.now = rank * 1'000'000;
  Timeline timeline(time.clock(), {.iterations = iterations, .marks = marks, .counters = marks});
  for (std::size_t i = 0; i < iterations; ++i) {
    for (std::int64_t& counter : timeline.evidence()) counter = 1'000 * rank + static_cast<std::int64_t>(i);
    timeline.enter(Nanos{-static_cast<std::int64_t>(i) - 1});
    for (std::size_t mark = 0; mark < marks; ++mark) timeline.marks().mark(mark);
    timeline.leave();
  }
  if (rank == 1) timeline.set_status(Iteration{2}, SampleStatus::overran);
  return timeline;
}

}  // namespace

TEST_CASE("every rank's every sample arrives once, in blocks no larger than asked for, in the order that files want") {
  const auto world = mpi::Communicator::world();
  constexpr std::size_t kIterations = 10;
  const Timeline timeline = timeline_of(world.rank().value, kIterations, 2);
  std::map<std::pair<std::size_t, std::size_t>, int> seen;
  app::gather_samples(world, timeline, true, {.ranks = 2, .iterations = 4}, [&](const results::SampleBlock& block) {
    CHECK(block.ranks <= 2);
    CHECK(block.iterations <= 4);
    for (std::size_t r = 0; r < block.ranks; ++r) {
      for (std::size_t i = 0; i < block.iterations; ++i) {
        const std::size_t rank = block.first_rank + r;
        const std::size_t iteration = block.first_iteration + i;
        const std::size_t at = r * block.iterations + i;
        ++seen[{rank, iteration}];
        const auto enter = static_cast<std::int64_t>(rank * 1'000'000 + iteration * 4);  // enter, two marks, leave
        CHECK(block.enter[at] == enter);
        CHECK(block.marks[2 * at] == enter + 1);
        CHECK(block.marks[2 * at + 1] == enter + 2);
        CHECK(block.leave[at] == enter + 3);
        CHECK(block.evidence[2 * at + 1] == static_cast<std::int64_t>(1'000 * rank + iteration));
        CHECK(block.target[at] == -static_cast<std::int64_t>(iteration) - 1);
        CHECK(block.status[at] == (rank == 1 && iteration == 2 ? 2 : 0));
      }
    }
  });
  CHECK(seen.size() == (world.is_root() ? static_cast<std::size_t>(world.size()) * kIterations : 0));
  for (const auto& [where, times] : seen) CHECK(times == 1);
}

TEST_CASE("without targets and marks neither travels") {
  const auto world = mpi::Communicator::world();
  const Timeline timeline = timeline_of(world.rank().value, 3, 0);
  app::gather_samples(world, timeline, false, {.ranks = 64, .iterations = 1000},
                      [&](const results::SampleBlock& block) {
                        CHECK(block.ranks == static_cast<std::size_t>(world.size()));
                        CHECK(block.target.empty());
                        CHECK(block.marks.empty());
                        CHECK(block.evidence.empty());
                      });
}

TEST_CASE("a disk that is full on rank 0 does not leave the others waiting") {
  const auto world = mpi::Communicator::world();
  const Timeline timeline = timeline_of(world.rank().value, 10, 0);
  const auto full = [](const results::SampleBlock&) { throw Error(ExitCode::io, "full"); };
  if (world.is_root()) {
    CHECK_THROWS_WITH(app::gather_samples(world, timeline, false, {.ranks = 1, .iterations = 3}, full), "full");
  } else {
    CHECK_NOTHROW(app::gather_samples(world, timeline, false, {.ranks = 1, .iterations = 3}, full));
  }
  CHECK(mpi::broadcast_number(world, 7, Rank{0}) == 7);  // nothing is left in flight
}
