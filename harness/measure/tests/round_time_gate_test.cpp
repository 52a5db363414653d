#include "harness/measure/round_time_gate.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using measure::may_cure;

TEST_CASE("a deadline that moves away cures starts that are late by as little, and no longer interruptions") {
  // 4 µs ahead, which may become 40 µs: 36 µs more.
  CHECK(may_cure(Nanos{1}, Nanos{4'000}, Nanos{40'000}));
  CHECK(may_cure(Nanos{36'000}, Nanos{4'000}, Nanos{40'000}));
  CHECK_FALSE(may_cure(Nanos{36'001}, Nanos{4'000}, Nanos{40'000}));
  CHECK_FALSE(may_cure(Nanos{300'000}, Nanos{4'000}, Nanos{40'000}));
}

TEST_CASE("a deadline that is as far ahead as it may be cures nothing") {
  CHECK_FALSE(may_cure(Nanos{1}, Nanos{40'000}, Nanos{40'000}));
}
