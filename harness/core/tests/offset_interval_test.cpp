#include "harness/core/offset_interval.hpp"

#include <array>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr Drift kNoDrift{.slope = 0, .uncertainty = 0};

OffsetInterval around(std::int64_t when, std::int64_t offset, std::int64_t half_width) {
  return {.when = Nanos{when}, .lower = Nanos{offset - half_width}, .upper = Nanos{offset + half_width}};
}

// Fixes a second apart, each known to ± 100 ns, of a clock that drifts by 10 ppm.
ClockModel drifting() {
  ClockModel model;
  model.add(next_fix(model, around(0, 0, 100), Nanos{0}));
  model.add(next_fix(model, around(kSecond, 10'000, 100), Nanos{0}));
  return model;
}

}  // namespace

TEST_CASE("an offset lies between the latest receipt and the earliest sending that any ping-pong allows") {
  // Offsets of [990, 1040] and [970, 1010]: together [990, 1010].
  const std::array<PingPong, 2> batch{
      {{.sent = 100, .stamped = 1140, .received = 150}, {.sent = 200, .stamped = 1210, .received = 240}}};
  const OffsetInterval interval = offset_interval(batch, kNoDrift);
  CHECK_FALSE(interval.empty());
  CHECK(interval.when.count() == 1175);
  CHECK(interval.lower.count() == 990);
  CHECK(interval.upper.count() == 1010);
  CHECK(interval.middle().count() == 1000);
  CHECK(interval.half_width().count() == 10);
}

TEST_CASE("an odd width is rounded so that the bound holds on both sides") {
  const std::array<PingPong, 1> batch{{{.sent = 0, .stamped = 10, .received = 5}}};
  const OffsetInterval interval = offset_interval(batch, kNoDrift);
  CHECK(interval.lower.count() == 5);
  CHECK(interval.upper.count() == 10);
  CHECK(interval.middle().count() == 7);
  CHECK(interval.half_width().count() == 3);
}

TEST_CASE("drift that beats the batch leaves an empty interval, and knowing the drift fills it") {
  // 1 ms apart, 100 ns round trips, 500 ppm: the offset moved from 0 by 500 ns, and 250 ppm explain half of it.
  const std::array<PingPong, 2> batch{
      {{.sent = -50, .stamped = 0, .received = 50}, {.sent = 999'450, .stamped = 1'000'000, .received = 999'550}}};
  CHECK(offset_interval(batch, kNoDrift).empty());
  CHECK(offset_interval(batch, {}).empty());
  const OffsetInterval known = offset_interval(batch, {.slope = 500e-6, .uncertainty = 0});
  CHECK(known.lower.count() == 200);
  CHECK(known.upper.count() == 300);
  CHECK(known.when.count() == 500'000);
}

TEST_CASE("an unknown drift widens each ping-pong by its distance to the middle of the batch") {
  // Both intervals are ± 50 around 0 and lie 0.5 ms from the middle, at 250 ppm: 125 ns more.
  const std::array<PingPong, 2> batch{
      {{.sent = -50, .stamped = 0, .received = 50}, {.sent = 999'950, .stamped = 1'000'000, .received = 1'000'050}}};
  const OffsetInterval interval = offset_interval(batch, {});
  CHECK(interval.lower.count() == -175);
  CHECK(interval.upper.count() == 175);
}

TEST_CASE("no ping-pongs and answers before questions are refused") {
  CHECK_THROWS_AS(offset_interval({}, {}), Error);
  const std::array<PingPong, 1> backwards{{{.sent = 10, .stamped = 10, .received = 9}}};
  CHECK_THROWS_AS(offset_interval(backwards, {}), Error);
}

TEST_CASE("a first fix knows its offset and no slope") {
  const ClockFix first = next_fix({}, around(5, 70, 30), Nanos{200});
  CHECK(first.when.count() == 5);
  CHECK(first.offset.count() == 70);
  CHECK(first.slope == 0);
  CHECK(first.half_width.count() == 30);
  CHECK(first.residual.count() == 0);
  CHECK(first.bound.count() == 230);
}

TEST_CASE("a second fix gets its slope from both, and nothing had been foretold") {
  const ClockModel model = drifting();
  CHECK(model.fixes()[1].slope == Approx(10e-6));
  CHECK(model.fixes()[1].residual.count() == 0);
  CHECK(model.fixes()[1].bound.count() == 100);
  CHECK(expected_drift(model).slope == Approx(10e-6));
  CHECK(expected_drift(model).uncertainty == Approx(1.2e-6));  // 200 ns over a second, and 1 ppm
}

TEST_CASE("from the third fix on the bound holds what the model foretold wrongly, and the bound of the reference") {
  const ClockFix third = next_fix(drifting(), around(3 * kSecond, 29'000, 100), Nanos{40});  // foretold: 30'000
  CHECK(third.residual.count() == -1000);
  CHECK(third.bound.count() == 100 + 1000 + 40);
  CHECK(third.slope == Approx(19'000.0 / 2e9));
}

TEST_CASE("what a slope that is not yet known leaves open is not held against the clock") {
  ClockModel model;
  model.add(next_fix(model, around(0, 0, 100), Nanos{0}));
  model.add(next_fix(model, around(10'000'000, 100, 100), Nanos{0}));
  // 10 ppm, known to ± 20: foretold a second later are 10'100 ± (20 − 4) µs.
  const auto residual = [&](std::int64_t offset) {
    return next_fix(model, around(1'010'000'000, offset, 100), Nanos{0}).residual.count();
  };
  CHECK(residual(10'100 + 15'000) == 0);
  CHECK(residual(10'100 - 15'000) == 0);
  CHECK(residual(10'100 + 17'000) == 1000);
  CHECK(residual(10'100 - 17'000) == -1000);
}

TEST_CASE("a slope is taken over the shortest baseline that determines it to 4 ppm") {
  ClockModel model = drifting();
  const ClockFix near = next_fix(model, around(kSecond + 49'000'000, 10'500, 100), Nanos{0});  // 200 ns / 49 ms > 4 ppm
  CHECK(near.slope == Approx(10'500 / 1.049e9));
  const ClockFix far = next_fix(model, around(kSecond + 51'000'000, 10'500, 100), Nanos{0});
  CHECK(far.slope == Approx(500 / 51e6));
}

TEST_CASE("a slope beyond 250 ppm is believed only as far as the half widths force it") {
  ClockModel model;
  model.add(next_fix(model, around(0, 0, 100), Nanos{0}));
  // 50 ns over 100 µs look like 500 ppm, but are known to ± 2000.
  CHECK(next_fix(model, around(100'000, 50, 100), Nanos{0}).slope == Approx(250e-6));
  CHECK(next_fix(model, around(100'000, -50, 100), Nanos{0}).slope == Approx(-250e-6));
  // A second later 500 ppm are known to ± 0.2.
  CHECK(next_fix(model, around(kSecond, -500'000, 100), Nanos{0}).slope == Approx(-499.8e-6));
}

TEST_CASE("a measurement that does not meet the earlier bound contradicts it") {
  const ClockModel model = drifting();  // foretold at 3 s: 30'000 ± (100 + 2000 + 400)
  CHECK_FALSE(contradicts(model, next_fix(model, around(3 * kSecond, 32'600, 100), Nanos{0})));
  CHECK(contradicts(model, next_fix(model, around(3 * kSecond, 32'601, 100), Nanos{0})));
  CHECK(contradicts(model, next_fix(model, around(3 * kSecond, 27'399, 100), Nanos{0})));
  CHECK_FALSE(contradicts(model, next_fix(model, around(3 * kSecond, 32'601, 100), Nanos{1})));
}

TEST_CASE("a first fix contradicts nothing and a second one only beyond 250 ppm") {
  ClockModel model;
  CHECK_FALSE(contradicts(model, next_fix(model, around(0, 0, 100), Nanos{0})));
  model.add(next_fix(model, around(0, 0, 100), Nanos{0}));
  CHECK_FALSE(contradicts(model, next_fix(model, around(kSecond, 250'200, 100), Nanos{0})));
  CHECK(contradicts(model, next_fix(model, around(kSecond, 250'201, 100), Nanos{0})));
}

TEST_CASE("an empty interval and one from the past make no fix") {
  const ClockModel model = drifting();
  CHECK_THROWS_AS(next_fix(model, around(3 * kSecond, 0, -1), Nanos{0}), Error);
  CHECK_THROWS_AS(next_fix(model, around(kSecond, 10'000, 100), Nanos{0}), Error);
}
