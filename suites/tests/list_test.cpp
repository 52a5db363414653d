#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/suite_registration.hpp"

using namespace syncbench;

TEST_CASE("exactly these suites are in the program") {
  std::vector<std::string_view> names;
  for (const suite::Suite* each : suite::Suite::all()) names.push_back(each->name());
  CHECK(names == std::vector<std::string_view>{"init", "noise", "numa", "pairs", "skew", "smallpkt", "strided"});
}

TEST_CASE("an unknown suite is not found") { CHECK(suite::find_suite("smalpkt") == nullptr); }
