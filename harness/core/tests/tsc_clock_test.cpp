#include "harness/core/tsc_clock.hpp"

#include <array>
#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

namespace {

// 2.5 GHz: 0.4 ns a tick. Tick 1,000,000,000 is at 5 s, and each reading took 40 ns with the counter in its middle.
TscReading reading_at(std::int64_t nanos_later, std::int64_t error = 0) {
  const Nanos middle{5'000'000'000 + nanos_later + error};
  return {.before = middle - Nanos{20},
          .ticks = 1'000'000'000 + static_cast<std::uint64_t>(nanos_later) * 5 / 2,
          .after = middle + Nanos{20}};
}

}  // namespace

TEST_CASE("a counter of 2.5 GHz becomes nanoseconds in the other clock's time base") {
  const TscScale scale = fit_tsc(std::array{reading_at(0), reading_at(10'000'000), reading_at(50'000'000)});
  CHECK(scale.at(1'000'000'000).count() == 5'000'000'000);
  CHECK(scale.at(1'000'000'005).count() == 5'000'000'002);
  CHECK(scale.at(3'500'000'000).count() == 6'000'000'000);
}

TEST_CASE("readings that err to both sides alike leave the rate as it is") {
  // Errors of +15, -30, +15 ns at equal distances have no part of a slope.
  const TscScale scale =
      fit_tsc(std::array{reading_at(0, 15), reading_at(10'000'000, -30), reading_at(20'000'000, 15)});
  CHECK(scale.at(1'000'000'000 + 2'500'000'000).count() == 6'000'000'000);
}

TEST_CASE("a century of uptime neither overflows nor loses the nanosecond") {
  TscScale scale;
  scale.multiplier = std::uint64_t{1} << (TscScale::kFraction - 1);  // 2 GHz: half a nanosecond a tick, exactly
  constexpr std::int64_t kCentury = 3'155'760'000'000'000'000;       // 36,525 days
  CHECK(scale.at(2 * std::uint64_t{kCentury} + 2).count() == kCentury + 1);
  scale.offset = -kCentury;
  CHECK(scale.at(2 * std::uint64_t{kCentury} + 3).count() == 1);
}

TEST_CASE("a counter that stands, or runs like none that we know, is refused") {
  CHECK_THROWS_AS(fit_tsc({}), Error);
  CHECK_THROWS_AS(fit_tsc(std::array{reading_at(0)}), Error);
  CHECK_THROWS_AS(fit_tsc(std::array{reading_at(0), reading_at(0)}), Error);
  TscReading slow = reading_at(1'000'000);
  slow.ticks = 1'000'000'000 + 200'000;  // 200 MHz
  CHECK_THROWS_AS(fit_tsc(std::array{reading_at(0), slow}), Error);
}

TEST_CASE("the counter of this processor, once calibrated, goes forward and agrees with CLOCK_MONOTONIC_RAW") {
  if (!has_invariant_tsc()) {
    CHECK(read_tsc() == 0);
    return;
  }
  const TscScale scale = calibrate_tsc();
  const Clock clock = tsc_clock(scale);
  for (Nanos last = clock.now(), end = last + Nanos{1'000'000}; last < end;) {
    const Nanos next = clock.now();
    REQUIRE(next >= last);
    last = next;
  }
  CHECK(tsc_disagreement(scale) < Nanos{1'000});
  TscScale wrong = scale;
  wrong.offset += 1'000'000;
  CHECK(tsc_disagreement(wrong) > Nanos{900'000});
}
