#include "harness/core/timer_quality.hpp"

#include <array>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

namespace {
constexpr TimerFloor kFloor{.overhead = Nanos{30}, .resolution = Nanos{1}};
}

TEST_CASE("overhead is the median of empty intervals, one of them") {
  CHECK(overhead_of({31, 29, 500}).count() == 31);
  CHECK(overhead_of({40, 30}).count() == 30);
  CHECK_THROWS_AS(overhead_of({}), Error);
}

TEST_CASE("resolution is what all steps have in common, not the smallest step") {
  CHECK(resolution_of(std::array<std::int64_t, 4>{0, 84, 84, 210}).count() == 42);  // steps 84 and 126
  CHECK(resolution_of(std::array<std::int64_t, 4>{5, 33, 61, 90}).count() == 1);    // steps 28, 28, 29
  CHECK(resolution_of(std::array<std::int64_t, 3>{1'000'000'007, 1'000'000'107, 1'000'000'257}).count() == 50);
  CHECK_THROWS_AS(resolution_of(std::array<std::int64_t, 3>{7, 7, 7}), Error);
  CHECK_THROWS_AS(resolution_of({}), Error);
}

TEST_CASE("overhead up to 5 % is fine, up to 25 % is labelled, beyond it operations are batched") {
  CHECK(timer_quality(kFloor, Nanos{601}) == TimerQuality::fine);
  CHECK(timer_quality(kFloor, Nanos{600}) == TimerQuality::fine);
  CHECK(timer_quality(kFloor, Nanos{599}) == TimerQuality::labelled);
  CHECK(timer_quality(kFloor, Nanos{120}) == TimerQuality::labelled);
  CHECK(timer_quality(kFloor, Nanos{119}) == TimerQuality::batch);
  CHECK(timer_quality(kFloor, Nanos{0}) == TimerQuality::batch);
}

TEST_CASE("a resolution beyond 10 % of the interval asks for batches however cheap a reading is") {
  const TimerFloor coarse{.overhead = Nanos{1}, .resolution = Nanos{100}};
  CHECK(timer_quality(coarse, Nanos{1000}) == TimerQuality::fine);
  CHECK(timer_quality(coarse, Nanos{999}) == TimerQuality::batch);
}

TEST_CASE("a batch has as many operations as make the timer fine") {
  CHECK(operations_for_fine(kFloor, Nanos{600}) == 1);
  CHECK(operations_for_fine(kFloor, Nanos{599}) == 2);
  CHECK(operations_for_fine(kFloor, Nanos{50}) == 29);   // 570 ns of operations of 20 ns
  CHECK(operations_for_fine(kFloor, Nanos{30}) == 570);  // none visible: taken as 1 ns
  CHECK(operations_for_fine({.overhead = Nanos{0}, .resolution = Nanos{100}}, Nanos{300}) == 4);
}
