#include "harness/measure/surroundings.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

namespace {

constexpr std::int64_t kMillisecond = 1'000'000;

// Milliseconds until the next synchronisation of a clock that was measured twice, to ± half_width, some time apart.
std::int64_t interval(std::int64_t half_width, std::int64_t milliseconds_apart) {
  ClockModel model;
  for (const std::int64_t when : {std::int64_t{0}, milliseconds_apart * kMillisecond})
    model.add({.when = Nanos{when}, .bound = Nanos{half_width}, .half_width = Nanos{half_width}});
  return measure::synchronisation_interval(model).count() / kMillisecond;
}

}  // namespace

TEST_CASE("clocks are synchronised before 1 ppm makes more than the half width of the time between") {
  CHECK(interval(2'500, 20'000) == 2500);
  CHECK(interval(1'000, 20'000) == 1000);
}

TEST_CASE("clocks are synchronised at least every 4 s and at most every half second") {
  CHECK(interval(5'000, 20'000) == 4000);
  CHECK(interval(100, 20'000) == 500);
}

TEST_CASE("clocks whose rate is not well known yet are synchronised sooner") {
  CHECK(interval(5'000, 1'000) == 714);  // known to 10 ppm: 5 µs / (1 + 10 − 4) ppm
  CHECK(interval(5'000, 10) == 500);
  ClockModel once;
  once.add({.bound = Nanos{5'000}, .half_width = Nanos{5'000}});
  CHECK(measure::synchronisation_interval(once).count() == 500 * kMillisecond);
}

TEST_CASE("a clock that is the global one could do without") {
  CHECK(measure::synchronisation_interval(ClockModel{}).count() == 4'000 * kMillisecond);
}
