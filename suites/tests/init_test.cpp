#include "suites/tests/planned.hpp"

using namespace syncbench;
using kernels::Before;
using kernels::Making;
using suite::Point;

namespace {

std::vector<Point> plan(const std::vector<std::pair<std::string, std::string>>& options,
                        suite::Profile profile = suite::Profile::quick) {
  return suite::planned("init", options, {.ranks = 4, .nodes = 2, .memory_per_node = {}}, profile);
}

}  // namespace

TEST_CASE("the first operations of each size come first, each alone, and nothing runs before what is kept") {
  const auto points = plan({{"init.bytes", "8,1M"}, {"init.iterations", "77"}});
  REQUIRE(points.size() == 2 + 2 * 3);
  for (std::size_t i = 0; i < 2; ++i) {
    CHECK(std::get<std::string>(points[i].factors.at("part")) == "first");
    CHECK(points[i].group.empty());
    CHECK(points[i].treatment.start == StartMode::barrier);
    CHECK_FALSE(points[i].treatment.settles);
    CHECK_FALSE(points[i].treatment.warmup);
    CHECK(points[i].treatment.stop.precision == 0);
    CHECK(points[i].treatment.stop.most_iterations == 77);
    CHECK_FALSE(points[i].workload.cycle);
  }
  CHECK(points[0].workload.operations.front().count == 2);
  CHECK(points[1].workload.operations.front().count == 262'144);
}

TEST_CASE(
    "cycles are compared with each other: every way to make a communicator with everything that may come before") {
  const auto points = plan({{"init.parts", "cycle"}, {"init.cycles", "9"}, {"init.cycle-bytes", "4K"}});
  REQUIRE(points.size() == 6);
  std::size_t next = 0;
  for (const Making making : {Making::duplicate, Making::split}) {
    for (const Before before : {Before::nothing, Before::call, Before::barrier}) {
      const Point& point = points[next++];
      CHECK(point.workload.cycle == kernels::Cycle{.making = making, .before = before});
      CHECK(std::get<std::string>(point.factors.at("before")) == name_of(before));
      CHECK(point.group == "cycle");
      CHECK(point.treatment.warmup == 0);
      CHECK(point.treatment.stop.most_iterations == 9);
      CHECK(point.workload.operations.front().count == 1'024);
    }
  }
}

TEST_CASE("every profile plans the suite, and larger ones take more of it") {
  std::size_t before = 0;
  for (const auto profile :
       {suite::Profile::smoke, suite::Profile::quick, suite::Profile::standard, suite::Profile::full}) {
    const auto points = plan({}, profile);
    REQUIRE_FALSE(points.empty());
    CHECK(points.front().treatment.stop.most_iterations > before);
    before = points.front().treatment.stop.most_iterations;
  }
}
