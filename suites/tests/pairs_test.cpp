#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "suites/suite/suite_registration.hpp"
#include "suites/tests/planned.hpp"

using namespace syncbench;
using suite::Point;

namespace {

std::vector<Point> plan(const std::vector<std::pair<std::string, std::string>>& options, int ranks,
                        suite::Profile profile = suite::Profile::quick) {
  return suite::planned("pairs", options, {.ranks = ranks, .nodes = ranks, .memory_per_node = {}}, profile);
}

std::string text(const Point& point, const std::string& factor) {
  return std::get<std::string>(point.factors.at(factor));
}

}  // namespace

TEST_CASE("each round is a comparison of latency and bandwidth in both directions, over the same pairs") {
  const auto points = plan({}, 4);
  REQUIRE(points.size() == 12);
  for (std::size_t i = 0; i < 12; ++i) {
    CHECK(std::get<std::int64_t>(points[i].factors.at("round")) == static_cast<std::int64_t>(i / 4 + 1));
    CHECK(points[i].group == points[i / 4 * 4].group);
    CHECK(points[i].groups == points[i / 4 * 4].groups);
  }
  CHECK(text(points[0], "pairs") == "0-3,1-2");
  CHECK(points[0].groups == std::vector<kernels::Group>{{{Rank{0}, Rank{3}}}, {{Rank{1}, Rank{2}}}});
}

TEST_CASE("the one who begins sends first in latency and alone in bandwidth") {
  const auto points = plan({}, 2);
  REQUIRE(points.size() == 4);
  const auto& forward = points[0].workload.operations[0];
  CHECK(text(points[0], "direction") == "forward");
  CHECK(forward.collective == Collective::centre);
  CHECK(forward.root == Rank{1});  // the other answers
  CHECK(points[1].workload.operations[0].root == Rank{0});
  const auto& stream = points[2].workload.operations[0];
  CHECK(stream.collective == Collective::broadcast);
  CHECK(stream.root == Rank{0});
  CHECK(stream.count * size_of(stream.type) == std::size_t{1} << 20);
  CHECK(points[3].workload.operations[0].root == Rank{1});
}

TEST_CASE("memory is that of two ranks together, whatever the world") {
  const Point of_two = plan({}, 2)[0];
  const Point of_many = plan({}, 64)[0];
  CHECK(memory_per_node(of_two, {.ranks = 2, .nodes = 2, .memory_per_node = {}}) ==
        memory_per_node(of_many, {.ranks = 64, .nodes = 64, .memory_per_node = {}}));
}

TEST_CASE("the more ranks, the less time a round gets, and the profile's time is kept") {
  for (const int ranks : {2, 4, 9, 64}) {
    Nanos sum{0};
    for (const Point& point : plan({}, ranks)) sum += point.treatment.stop.most_time;
    CHECK(sum <= std::chrono::seconds(51));
  }
  CHECK(plan({}, 2, suite::Profile::smoke)[0].treatment.stop.most_time <= std::chrono::milliseconds(150));
}
