#include "harness/measure/undisturbed_time.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;
using measure::Passage;

TEST_CASE("what an operation takes undisturbed is the median of the iterations that all entered together") {
  std::vector<Passage> iterations(30, {.first_enter = 0, .last_enter = 10, .last_leave = 1'010});
  iterations.resize(80, {.first_enter = 0, .last_enter = 500, .last_leave = 800});  // late, and so hidden in part
  CHECK(measure::undisturbed_time(iterations, Nanos{20}) == Nanos{1'000});
  CHECK(measure::undisturbed_time(iterations, Nanos{0}) == Nanos{1'000});  // 10 is within 5 % of 1000
  CHECK(measure::undisturbed_time(iterations, Nanos{250}) == Nanos{300});  // cannot be told apart: all count
}

TEST_CASE("where too few entered together all iterations count, and there is always a unit") {
  std::vector<Passage> iterations(29, {.first_enter = 0, .last_enter = 0, .last_leave = 1'000});
  iterations.resize(80, {.first_enter = 0, .last_enter = 500, .last_leave = 800});
  CHECK(measure::undisturbed_time(iterations, Nanos{0}) == Nanos{300});
  CHECK(measure::undisturbed_time(std::vector<Passage>(3), Nanos{0}) == Nanos{1});
  CHECK_THROWS_AS(measure::undisturbed_time({}, Nanos{0}), Error);
}
