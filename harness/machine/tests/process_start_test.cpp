#include "harness/machine/process_start.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/clock.hpp"

using namespace syncbench;
using machine::start_ticks;

TEST_CASE("the start of a process is the 22nd field of its stat, whatever its name is") {
  CHECK(start_ticks("815 (syncbench) R 1 815 815 0 -1 4194304 90 0 0 0 0 0 0 0 20 0 1 0 4711 2453504 233") == 4'711);
  CHECK(start_ticks("815 (a) 7 (b c) R 1 815 815 0 -1 4194304 90 0 0 0 0 0 0 0 20 0 1 0 12 2453504 233\n") == 12);
  CHECK(start_ticks("815 (x) R 1 815 815 0 -1 4194304 90 0 0 0 0 0 0 0 20 0 1 0 99\n") == 99);
}

TEST_CASE("what is no stat has no start") {
  CHECK_FALSE(start_ticks(""));
  CHECK_FALSE(start_ticks("815 (syncbench"));
  CHECK_FALSE(start_ticks("815 (syncbench) R 1 815"));
  CHECK_FALSE(start_ticks("815 (x) R 1 815 815 0 -1 4194304 90 0 0 0 0 0 0 0 20 0 1 0 soon 2453504 233"));
}

TEST_CASE("this process began before now") {
  const auto begun = machine::process_start();
  REQUIRE(begun);
  CHECK(*begun <= raw_clock().now());
}
