#include <vector>

#include <syncbench/measure/operations_per_sample.hpp>
#include <syncbench/testing/catch.hpp>

using namespace syncbench;
using measure::operations_per_sample;

namespace {

// Operations of a fixed length behind a clock with that floor, and what was asked of them.
struct Bench {
  TimerFloor floor;
  std::int64_t each;
  std::int64_t first = 0;  // what the very first operation takes on top
  std::vector<std::size_t> asked{};

  Nanos median_of(std::size_t samples, std::size_t operations) {
    const bool is_first = asked.empty();
    asked.push_back(operations);
    const std::int64_t length = floor.overhead.count() + each * static_cast<std::int64_t>(operations);
    const std::int64_t seen = is_first && samples == 1 ? length + first : length;
    const std::int64_t step = std::max<std::int64_t>(1, floor.resolution.count());
    return Nanos{seen / step * step};
  }
  std::size_t operations() {
    return operations_per_sample(floor,
                                 [this](std::size_t samples, std::size_t count) { return median_of(samples, count); });
  }
};

constexpr TimerFloor kFine{.overhead = Nanos{30}, .resolution = Nanos{1}};

}  // namespace

TEST_CASE("an operation of which the overhead is at most a quarter is timed alone") {
  CHECK(Bench{.floor = kFine, .each = 90}.operations() == 1);
  CHECK(Bench{.floor = kFine, .each = 1'000}.operations() == 1);
}

TEST_CASE("a shorter one is timed as often as makes the overhead five per cent") {
  // 600 ns make 30 ns fine; guessed from 50 - 30 = 20 ns an operation that is 30 of them, and 30 + 30 * 20 = 630.
  CHECK(Bench{.floor = kFine, .each = 20}.operations() == 30);
}

TEST_CASE("a clock too coarse to see one operation is asked about more of them until it sees enough") {
  // Steps of 1 us, operations of 60 ns: 1, then 16 times as many each time (16: 0 us, 256: 15 us), and 15 us are fine.
  Bench coarse{.floor = {.overhead = Nanos{0}, .resolution = Nanos{1'000}}, .each = 60};
  CHECK(coarse.operations() == 256);
  CHECK(coarse.asked == std::vector<std::size_t>{1, 1, 1, 16, 256});
}

TEST_CASE("a long operation is let go after the first sample, one far above the floor after a few") {
  Bench seconds{.floor = kFine, .each = 2'000'000'000};
  CHECK(seconds.operations() == 1);
  CHECK(seconds.asked.size() == 1);
  Bench microseconds{.floor = kFine, .each = 50'000};
  CHECK(microseconds.operations() == 1);
  CHECK(microseconds.asked.size() == 2);
}

TEST_CASE("a slow first operation hides no short ones behind it") {
  CHECK(Bench{.floor = kFine, .each = 20, .first = 300'000}.operations() == 30);
}

TEST_CASE("without a floor nothing is measured") {
  Bench none{.floor = {}, .each = 1};
  CHECK(none.operations() == 1);
  CHECK(none.asked.empty());
}

TEST_CASE("operations that never show end the search") {
  Bench nothing{.floor = {.overhead = Nanos{0}, .resolution = Nanos{1'000'000}}, .each = 0};
  CHECK(nothing.operations() > 1);
  CHECK(nothing.asked.size() == 3 + 7);
}
