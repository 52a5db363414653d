#include "suites/tests/planned.hpp"

using namespace syncbench;
using kernels::SelfishLoop;
using kernels::WorkQuantum;
using suite::Point;

namespace {

std::vector<Point> plan(const std::vector<std::pair<std::string, std::string>>& options,
                        suite::Profile profile = suite::Profile::quick) {
  return suite::planned("noise", options, {.ranks = 4, .nodes = 2, .memory_per_node = {}}, profile);
}

}  // namespace

TEST_CASE("noise listens with a selfish loop and with a quantum of work, without a gate, for a fixed time") {
  const auto points = plan({});
  REQUIRE(points.size() == 2);
  REQUIRE(points[0].probe);
  REQUIRE(points[1].probe);
  CHECK(std::get<SelfishLoop>(*points[0].probe) == SelfishLoop{.threshold = {}, .most_detours = 200'000});
  CHECK(std::get<WorkQuantum>(*points[1].probe).length == std::chrono::microseconds(100));
  CHECK(operation_text(points[0]) == "selfish-loop");
  CHECK(operation_text(points[1]) == "work-quantum");
  for (const Point& each : points) {
    CHECK(each.treatment.start == StartMode::none);
    CHECK(each.treatment.stop.precision == 0);
    CHECK(each.treatment.stop.most_time == std::chrono::seconds(20));
    CHECK(each.group.empty());
  }
  CHECK(points[1].treatment.stop.most_iterations == 200'001);
}

TEST_CASE("ways, quanta, threshold and time are chosen") {
  const auto quanta = plan({{"noise.ways", "quantum"}, {"noise.quantum-us", "50,1000"}, {"noise.seconds", "3"}});
  REQUIRE(quanta.size() == 2);
  CHECK(std::get<WorkQuantum>(*quanta[1].probe).length == std::chrono::milliseconds(1));
  CHECK(quanta[1].treatment.stop.most_iterations == 3'001);
  const auto loop = plan({{"noise.ways", "selfish"}, {"noise.threshold-ns", "750"}, {"noise.most-detours", "9"}});
  REQUIRE(loop.size() == 1);
  CHECK(std::get<SelfishLoop>(*loop[0].probe) == SelfishLoop{.threshold = Nanos{750}, .most_detours = 9});
}

TEST_CASE("a node needs memory for what its ranks may hear") {
  const auto points = plan({{"noise.ways", "selfish"}, {"noise.most-detours", "1000000"}, {"noise.seconds", "1"}});
  const suite::World world{.ranks = 4, .nodes = 2, .memory_per_node = {}};
  // Two ranks, a million detours of 16 bytes each, and 12 pieces of 25 bytes.
  CHECK(memory_per_node(points[0], world).count == 2 * (16'000'000 + 12 * 25));
}

TEST_CASE("noise fits the time of every profile") {
  const auto longest = [](suite::Profile profile) {
    Nanos sum{0};
    for (const Point& point : plan({}, profile)) sum += point.treatment.stop.most_time;
    return sum;
  };
  CHECK(longest(suite::Profile::smoke) <= std::chrono::seconds(3));
  CHECK(longest(suite::Profile::quick) <= std::chrono::seconds(55));
  CHECK(longest(suite::Profile::standard) <= std::chrono::seconds(270));
}
