#include "harness/core/clock_model.hpp"

#include <limits>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

ClockFix fix(std::int64_t when, std::int64_t offset, double slope, std::int64_t bound = 0) {
  return {.when = Nanos{when}, .offset = Nanos{offset}, .slope = slope, .bound = Nanos{bound}};
}

// Fixes at 10 s and 14 s: the offset grows by 200 ns over 4 s, 50 ns a second, while the last fix says 60.
ClockModel two_fixes() {
  ClockModel model;
  model.add(fix(10 * kSecond, 5000, 0, 700));
  model.add(fix(14 * kSecond, 5200, 60e-9, 900));
  return model;
}

}  // namespace

TEST_CASE("a clock without fixes is the global clock itself") {
  const ClockModel identity;
  for (const std::int64_t moment : {std::int64_t{-5}, std::int64_t{0}, std::int64_t{100'000'000'000'000'001}}) {
    CHECK(identity.global(Nanos{moment}).count() == moment);
    CHECK(identity.local(Nanos{moment}).count() == moment);
    CHECK(identity.epsilon(Nanos{moment}).count() == 0);
  }
}

TEST_CASE("a single fix is a straight line both ways") {
  ClockModel model;
  model.add(fix(1000, 300, 0.001));
  CHECK(model.global(Nanos{1000}).count() == 700);
  CHECK(model.global(Nanos{3000}).count() == 3000 - 300 - 2);
  CHECK(model.global(Nanos{-1000}).count() == -1000 - 300 + 2);
}

TEST_CASE("an uptime of years is translated to the nanosecond") {
  // 10^17 ns are 3.2 years. At 50 ppm an intercept at c = 0 alone would be 5·10^12 ns, in steps of a float64's 2^-10
  // ns, but 10^17 itself has steps of 16 ns: a reading that went through one would show it.
  const std::int64_t uptime = 100'000'000'000'000'001;
  ClockModel model;
  model.add(fix(uptime, 99'999'999'999'999'990, 50e-6));
  CHECK(model.global(Nanos{uptime}).count() == 11);
  CHECK(model.global(Nanos{uptime + 1}).count() == 12);
  CHECK(model.global(Nanos{uptime + kSecond}).count() == 11 + kSecond - 50'000);
  CHECK(model.global(Nanos{uptime + 60 * kSecond + 7}).count() == 11 + 60 * kSecond + 7 - 3'000'000);
  CHECK(model.local(Nanos{11 + kSecond - 50'000}).count() == uptime + kSecond);
}

TEST_CASE("between two fixes the offset is the straight line through both") {
  const ClockModel model = two_fixes();
  CHECK(model.offset(Nanos{10 * kSecond}).count() == 5000);
  CHECK(model.offset(Nanos{11 * kSecond}).count() == 5050);
  CHECK(model.offset(Nanos{13 * kSecond}).count() == 5150);
  CHECK(model.offset(Nanos{14 * kSecond - 1}).count() == 5200);
  CHECK(model.offset(Nanos{14 * kSecond}).count() == 5200);
}

TEST_CASE("after the last fix its slope goes on and before the first the first line") {
  const ClockModel model = two_fixes();
  CHECK(model.offset(Nanos{15 * kSecond}).count() == 5260);
  CHECK(model.offset(Nanos{24 * kSecond}).count() == 5800);
  CHECK(model.offset(Nanos{8 * kSecond}).count() == 4900);
}

TEST_CASE("between two fixes the bound is the greater one's and grows by 1 ppm away from the nearer") {
  const ClockModel model = two_fixes();
  CHECK(model.epsilon(Nanos{10 * kSecond}).count() == 900);
  CHECK(model.epsilon(Nanos{11 * kSecond}).count() == 1900);
  CHECK(model.epsilon(Nanos{12 * kSecond}).count() == 2900);
  CHECK(model.epsilon(Nanos{13 * kSecond}).count() == 1900);
  CHECK(model.epsilon(Nanos{14 * kSecond}).count() == 900);
}

TEST_CASE("outside the fixes the bound grows by what the line that goes on may be off as well") {
  const ClockModel model = two_fixes();  // 700 + 900 ns over 4 s: 0.4 ppm, and 1 ppm
  CHECK(model.slope_uncertainty() == Approx(0.4e-6));
  CHECK(model.epsilon(Nanos{14 * kSecond + 1}).count() == 901);
  CHECK(model.epsilon(Nanos{16 * kSecond}).count() == 900 + 2800);
  CHECK(model.epsilon(Nanos{9 * kSecond}).count() == 700 + 1400);
}

TEST_CASE("no slope is further off than what is possible from the other side") {
  ClockModel model;
  model.add(fix(0, 0, 0, 10'000));
  model.add(fix(1'000'000, 50'000, 50e-6, 10'000));  // 20 µs over 1 ms would be 20'000 ppm
  CHECK(model.slope_uncertainty() == Approx(300e-6));
}

TEST_CASE("a clock of a single fix may drift by 250 ppm") {
  ClockModel model;
  model.add(fix(10 * kSecond, 0, 0, 700));
  CHECK(model.epsilon(Nanos{10 * kSecond}).count() == 700);
  CHECK(model.epsilon(Nanos{11 * kSecond}).count() == 250'700);
  CHECK(model.epsilon(Nanos{9 * kSecond}).count() == 250'700);
}

TEST_CASE("local is the inverse of global to one nanosecond everywhere") {
  ClockModel model;
  model.add(fix(10 * kSecond, -3 * kSecond, 0));
  model.add(fix(14 * kSecond, -3 * kSecond + 200'000, 50e-6));
  model.add(fix(18 * kSecond, -3 * kSecond + 390'000, -200e-6));
  for (std::int64_t moment = 5 * kSecond; moment < 25 * kSecond; moment += 1'234'567) {
    const Nanos local{moment};
    REQUIRE(std::abs((model.local(model.global(local)) - local).count()) <= 1);
    REQUIRE(std::abs((model.global(model.local(local)) - local).count()) <= 1);
  }
}

TEST_CASE("fixes come in the order of time and their clocks run forwards") {
  ClockModel model;
  model.add(fix(10, 0, 0));
  CHECK_THROWS_AS(model.add(fix(10, 0, 0)), Error);
  CHECK_THROWS_AS(model.add(fix(9, 0, 0)), Error);
  CHECK_THROWS_AS(model.add(fix(11, 0, 1.0)), Error);
  CHECK_THROWS_AS(model.add(fix(11, 0, std::numeric_limits<double>::quiet_NaN())), Error);
  CHECK(model.fixes().size() == 1);
}
