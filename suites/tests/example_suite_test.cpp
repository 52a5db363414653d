#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/suite_registration.hpp"

using namespace syncbench;

TEST_CASE("one new file is a suite: registered, with its option, its description and its plan") {
  const suite::Suite* example = suite::find_suite("example");
  REQUIRE(example != nullptr);
  const auto configured = example->configure(suite::Profile::quick);
  REQUIRE(configured->options().specs().size() == 1);
  CHECK(configured->options().specs()[0].name == "example.bytes");
  configured->options().specs()[0].assign("16:64");
  const auto points = configured->plan({});
  REQUIRE(points.size() == 3);
  CHECK(points[2].workload.operations.at(0).count == 16);
}
