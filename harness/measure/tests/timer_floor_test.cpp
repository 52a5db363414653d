#include "harness/measure/timer_floor.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

namespace {

// Goes on by `step` ns in every `readings_a_step`-th reading.
struct Ticking {
  std::int64_t step;
  int readings_a_step = 1;
  mutable int readings = 0;

  Clock clock() const {
    return {[](const void* self) noexcept {
              const auto* ticking = static_cast<const Ticking*>(self);
              return Nanos{ticking->step * (++ticking->readings / ticking->readings_a_step)};
            },
            this};
  }
};

}  // namespace

TEST_CASE("an empty interval lasts one reading, and readings are multiples of a step") {
  const Ticking each{.step = 40};
  const TimerFloor floor = measure::timer_floor(each.clock());
  CHECK(floor.overhead == Nanos{40});
  CHECK(floor.resolution == Nanos{40});
}

TEST_CASE("a clock that stands through most intervals still has its step") {
  const Ticking rare{.step = 1'000, .readings_a_step = 10'000};
  const TimerFloor floor = measure::timer_floor(rare.clock());
  CHECK(floor.overhead == Nanos{0});
  CHECK(floor.resolution == Nanos{1'000});
}

TEST_CASE("the real clock has a floor") {
  const TimerFloor floor = measure::timer_floor(raw_clock());
  CHECK(floor.overhead >= Nanos{0});
  CHECK(floor.resolution >= Nanos{1});
}
