#include "harness/core/timeline.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

// Advances by 10 ns at every reading.
struct SteppingTime {
  std::int64_t now = 0;
  Clock clock() {
    return {
        [](const void* self) noexcept { return Nanos{static_cast<SteppingTime*>(const_cast<void*>(self))->now += 10}; },
        this};
  }
};

}  // namespace

TEST_CASE("a timeline keeps a row of evidence for every iteration, and none where none is wanted") {
  SteppingTime time;
  Timeline timeline(time.clock(), {.iterations = 2, .marks = 0, .counters = 2});
  for (const std::int64_t value : {1, 2}) {
    timeline.evidence()[1] = value;
    timeline.enter(Nanos{kAbsent});
    timeline.leave();
  }
  const auto rows = timeline.evidence_rows();
  CHECK(std::vector<std::int64_t>(rows.begin(), rows.end()) == std::vector<std::int64_t>{kAbsent, 1, kAbsent, 2});
  CHECK(Timeline(time.clock(), {.iterations = 2, .marks = 1}).evidence().empty());
}

TEST_CASE("an iteration without this rank is absent in every respect") {
  SteppingTime time;
  Timeline timeline(time.clock(), {.iterations = 2, .marks = 1});
  timeline.skip();
  timeline.enter(Nanos{5});
  timeline.marks().mark(0);
  timeline.leave();
  CHECK(timeline.enters()[0] == kAbsent);
  CHECK(timeline.leaves()[0] == kAbsent);
  CHECK(timeline.targets()[0] == kAbsent);
  CHECK(timeline.mark_rows()[0] == kAbsent);
  CHECK(timeline.mark_rows()[1] == 20);
}

TEST_CASE("a timeline keeps enter, leave, target and marks of every iteration") {
  SteppingTime time;
  Timeline timeline(time.clock(), {.iterations = 2, .marks = 2});
  timeline.enter(Nanos{7});
  timeline.marks().mark(1);
  timeline.leave();
  timeline.enter(Nanos{kAbsent});
  timeline.marks().mark_at(0, Nanos{35});
  timeline.leave();
  CHECK(timeline.full());
  CHECK(std::vector<std::int64_t>(timeline.enters().begin(), timeline.enters().end()) ==
        std::vector<std::int64_t>{10, 40});
  CHECK(std::vector<std::int64_t>(timeline.leaves().begin(), timeline.leaves().end()) ==
        std::vector<std::int64_t>{30, 50});
  CHECK(std::vector<std::int64_t>(timeline.targets().begin(), timeline.targets().end()) ==
        std::vector<std::int64_t>{7, kAbsent});
  CHECK(std::vector<std::int64_t>(timeline.mark_rows().begin(), timeline.mark_rows().end()) ==
        std::vector<std::int64_t>{kAbsent, 20, 35, kAbsent});
}

TEST_CASE("a mark that the program did not announce is ignored") {
  SteppingTime time;
  Timeline timeline(time.clock(), {.iterations = 1, .marks = 1});
  timeline.enter(Nanos{0});
  timeline.marks().mark(1);
  timeline.marks().mark_at(9, Nanos{1});
  timeline.leave();
  CHECK(timeline.mark_rows()[0] == kAbsent);
}

TEST_CASE("the stronger claim about a sample stays, in whatever order the claims come") {
  SteppingTime time;
  Timeline timeline(time.clock(), {.iterations = 1, .marks = 0});
  timeline.enter(Nanos{0});
  timeline.leave();
  timeline.set_status(Iteration{0}, SampleStatus::late_start);
  timeline.set_status(Iteration{0}, SampleStatus::overran);
  CHECK(timeline.statuses()[0] == static_cast<std::uint8_t>(SampleStatus::late_start));
  timeline.set_status(Iteration{0}, SampleStatus::corrupt);
  CHECK(timeline.statuses()[0] == static_cast<std::uint8_t>(SampleStatus::corrupt));
  timeline.set_status(Iteration{1}, SampleStatus::corrupt);  // not measured: nothing to say it about
  CHECK(timeline.statuses().size() == 1);
}

TEST_CASE("the raw clock never goes backwards") {
  const Clock clock = raw_clock();
  Nanos last = clock.now();
  for (int i = 0; i < 1000; ++i) {
    const Nanos now = clock.now();
    REQUIRE(now >= last);
    last = now;
  }
}
