#include "harness/measure/operations_per_sample.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using measure::operations_per_sample;

namespace {

// Operations of a fixed length behind a clock with that floor, and what was asked of them.
struct Bench {
  TimerFloor floor;
  std::int64_t each;
  std::vector<std::size_t> asked{};

  Nanos median_of(std::size_t operations) {
    asked.push_back(operations);
    const std::int64_t length = floor.overhead.count() + each * static_cast<std::int64_t>(operations);
    const std::int64_t step = std::max<std::int64_t>(1, floor.resolution.count());
    return Nanos{length / step * step};
  }
  std::size_t operations(Nanos settled = Nanos{0}) {
    return operations_per_sample(floor, settled, [this](std::size_t, std::size_t count) { return median_of(count); });
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
  CHECK(coarse.asked == std::vector<std::size_t>{1, 16, 256});
}

TEST_CASE("an operation that is seen to be far above the floor while it settles is not looked at again") {
  Bench far{.floor = kFine, .each = 6'001};  // 200 * 30
  CHECK(far.operations(Nanos{6'001}) == 1);
  CHECK(far.asked.empty());
  Bench near{.floor = kFine, .each = 20};  // 6 us of waiting for others
  CHECK(near.operations(Nanos{6'000}) == 30);
}

TEST_CASE("without a floor nothing is measured") {
  Bench none{.floor = {}, .each = 1};
  CHECK(none.operations() == 1);
  CHECK(none.asked.empty());
}

TEST_CASE("operations that never show end the search") {
  Bench nothing{.floor = {.overhead = Nanos{0}, .resolution = Nanos{1'000'000}}, .each = 0};
  CHECK(nothing.operations() > 1);
  CHECK(nothing.asked.size() == 1 + 7);
}
