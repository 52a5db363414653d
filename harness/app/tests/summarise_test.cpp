#include "harness/app/summarise.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/sample_status.hpp"

using namespace syncbench;

namespace {

// Reads what it is told to, one after the other.
struct Readings {
  std::vector<std::int64_t> values;
  std::size_t next = 0;
  Clock clock() {
    return {[](const void* self) noexcept {
              auto* readings = static_cast<Readings*>(const_cast<void*>(self));
              return Nanos{readings->values[readings->next++]};
            },
            this};
  }
};

// Rank r takes 10 (r + 1) + i in iteration i; rank 1 starts the third one late.
Timeline timeline_of(int rank, std::size_t iterations) {
  Readings readings;
  for (std::size_t i = 0; i < iterations; ++i) {
    const auto at = static_cast<std::int64_t>(i);
    readings.values.insert(readings.values.end(), {1000 * at, 1000 * at + 10 * (rank + 1) + at});
  }
  Timeline timeline(readings.clock(), {.iterations = iterations, .marks = 0});
  while (!timeline.full()) {
    timeline.enter(Nanos{kAbsent});
    timeline.leave();
  }
  if (rank == 1) timeline.set_status(Iteration{2}, SampleStatus::late_start);
  return timeline;
}

}  // namespace

TEST_CASE("a summary has every iteration's slowest time and every rank's own quantiles of what counts") {
  const auto world = mpi::Communicator::world();
  const results::PointSummary summary = app::summarise(world, timeline_of(world.rank().value, 10), 1);
  const std::vector<std::uint8_t> status{0, 0, 3, 0, 0, 0, 0, 0, 0, 0};
  CHECK(summary.status == status);
  if (!world.is_root()) {
    CHECK(summary.slowest.empty());
    CHECK(summary.sketch.empty());
    return;
  }
  for (std::size_t i = 0; i < 10; ++i) CHECK(summary.slowest[i] == 10 * world.size() + static_cast<std::int64_t>(i));
  REQUIRE(summary.levels.front() == 0);
  REQUIRE(summary.levels.back() == 1);
  const std::size_t levels = summary.levels.size();
  REQUIRE(summary.sketch.size() == levels * static_cast<std::size_t>(world.size()));
  const auto median =
      static_cast<std::size_t>(std::find(summary.levels.begin(), summary.levels.end(), 0.5) - summary.levels.begin());
  for (std::size_t rank = 0; rank < static_cast<std::size_t>(world.size()); ++rank) {
    const auto least = 10 * static_cast<std::int64_t>(rank + 1);
    // Iterations 1 3 4 5 6 7 8 9 count; the 4th of the 8 is the median.
    CHECK(summary.sketch[rank * levels] == least + 1);
    CHECK(summary.sketch[rank * levels + median] == least + 5);
    CHECK(summary.sketch[rank * levels + levels - 1] == least + 9);
  }
}

TEST_CASE("a point whose iterations are all warm-up has no quantiles") {
  const auto world = mpi::Communicator::world();
  const results::PointSummary summary = app::summarise(world, timeline_of(world.rank().value, 3), 3);
  for (const std::int64_t each : summary.sketch) CHECK(each == kAbsent);
}
