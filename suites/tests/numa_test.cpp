#include <set>

#include "harness/core/error.hpp"
#include "suites/tests/planned.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;
using kernels::MemoryChase;
using machine::CpuPolicy;
using machine::MemoryPolicy;
using machine::NumaMap;
using suite::Point;

namespace {

std::vector<Point> plan(const NumaMap& map, std::vector<std::pair<std::string, std::string>> options = {},
                        suite::Profile profile = suite::Profile::quick) {
  return suite::planned("numa", options,
                        {.ranks = 2, .nodes = 1, .memory_per_node = {}, .working_set = {}, .numa = map}, profile);
}

std::vector<Point> plan(const std::string& machine, const std::string& part) {
  return plan(machine::synthetic_numa_map(machine), {{"numa.parts", part}, {"numa.bytes", "64K"}});
}

std::size_t possible(const std::vector<Point>& points) {
  return static_cast<std::size_t>(
      std::count_if(points.begin(), points.end(), [](const Point& each) { return each.against.empty(); }));
}

}  // namespace

TEST_CASE("memory is measured from every node with cores to every node with memory, in two comparisons") {
  for (const auto& [machine, nodes] :
       std::vector<std::pair<std::string, std::size_t>>{{"numa:1 core:4 pu:1", 1},
                                                        {"package:2 [numa] core:4 pu:2", 2},
                                                        {"package:2 numa:2 core:2 pu:1", 4},
                                                        {"package:2 numa:4 core:2 pu:1", 8}}) {
    const auto points = plan(machine, "memory");
    CAPTURE(machine);
    CHECK(points.size() == 2 * nodes * nodes);
    CHECK(possible(points) == points.size());
    std::set<std::string> groups;
    for (const Point& each : points) groups.insert(each.group);
    CHECK(groups.size() == 2);
    CHECK(points.front().group == points[nodes * nodes - 1].group);  // stand together
  }
}

TEST_CASE("a node's memory is looked at from one of the node's own cores") {
  const auto points = plan("package:2 [numa] core:4 pu:2", "memory");
  const auto& chase = std::get<MemoryChase>(*points[2].probe);  // from node 1 to node 0
  CHECK(chase.place == kernels::MemoryPlace{.cpu_node = 1, .processors = {8, 9}, .memory_node = 0});
  CHECK(std::get<std::int64_t>(points[2].factors.at("cpu_node")) == 1);
  CHECK(std::get<std::int64_t>(points[2].factors.at("memory_node")) == 0);
  CHECK(points[2].treatment.start == StartMode::none);
}

TEST_CASE("a node without cores or without memory is not measured, and says why once") {
  NumaMap map = machine::synthetic_numa_map("package:2 [numa] core:2 pu:1");
  map.nodes[0].cores.clear();
  auto points = plan(map, {{"numa.parts", "memory"}});
  CHECK(possible(points) == 4);  // from node 1 to both, by chase and by copy
  CHECK(points.size() == 6);
  CHECK(std::any_of(points.begin(), points.end(),
                    [](const Point& each) { return each.against == "not applicable: node 0 has no cores"; }));
  map = machine::synthetic_numa_map("package:2 [numa] core:2 pu:1");
  map.nodes[1].memory = Bytes{0};
  points = plan(map, {{"numa.parts", "memory"}});
  CHECK(possible(points) == 4);
  CHECK(std::any_of(points.begin(), points.end(),
                    [](const Point& each) { return each.against == "not applicable: node 1 has no memory"; }));
}

TEST_CASE("all policies are one comparison, but for the one that puts ranks onto one core") {
  const auto points = plan("package:2 [numa] core:4 pu:1", "policies");
  REQUIRE(points.size() == 9);
  CHECK(possible(points) == 9);
  std::set<std::string> groups;
  for (const Point& each : points) {
    REQUIRE(each.seating);
    groups.insert(each.group);
  }
  CHECK(groups.size() == 2);
  CHECK(points[0].seating->cpu == CpuPolicy::launched);
  CHECK(points[8].seating->cpu == CpuPolicy::same_core);
  CHECK(points[8].group != points[7].group);
}

TEST_CASE("a machine of one node measures what it can, and the rest is not applicable") {
  const auto policies = plan("numa:1 core:4 pu:1", "policies");
  CHECK(policies.size() == 9);
  CHECK(possible(policies) == 6);
  const auto placement = plan("numa:1 core:4 pu:1", "placement");
  REQUIRE(placement.size() == 2);
  CHECK(placement[0].against.empty());
  CHECK_THAT(placement[1].against, ContainsSubstring("no memory on a node 1"));
}

TEST_CASE("ranks on each node meet buffers on each, in one comparison") {
  const auto points = plan("package:2 [numa] core:4 pu:1", "placement");
  REQUIRE(points.size() == 4);
  CHECK(points[1].seating->cpu_node == 0);
  CHECK(points[1].seating->memory_node == 1);
  CHECK(points[1].seating->memory == MemoryPolicy::node);
  for (const Point& each : points) CHECK(each.group == points[0].group);
}

TEST_CASE("another machine than this one is planned for on request, and nonsense is refused") {
  const auto points = plan(NumaMap{}, {{"numa.parts", "memory"}, {"numa.machine", "numa:3 core:1 pu:1"}});
  CHECK(points.size() == 18);
  CHECK(plan(NumaMap{}, {{"numa.parts", "memory"}}).size() == 2);  // nothing is known: one node
  CHECK_THROWS_AS(plan(NumaMap{}, {{"numa.machine", "a fast one"}}), Error);
}

TEST_CASE("one rank a node needs memory for a chase or a copy, however many ranks there are") {
  const auto points = plan(NumaMap{}, {{"numa.parts", "memory"}, {"numa.memory", "64M"}});
  const suite::World world{.ranks = 8, .nodes = 1, .memory_per_node = {}};
  const std::size_t samples = 8 * points[1].treatment.stop.most_iterations * 25;
  CHECK(memory_per_node(points[1], world).count == 2 * (std::size_t{64} << 20) + samples);
}

TEST_CASE("numa fits the time of every profile, whatever the machine") {
  for (const char* machine : {"numa:1 core:2 pu:1", "package:2 numa:4 core:4 pu:2"}) {
    const auto longest = [&](suite::Profile profile) {
      Nanos sum{0};
      for (const Point& point : plan(machine::synthetic_numa_map(machine), {}, profile)) {
        if (point.against.empty()) sum += point.treatment.stop.most_time;
      }
      return sum;
    };
    CHECK(longest(suite::Profile::smoke) <= std::chrono::seconds(3));
    CHECK(longest(suite::Profile::quick) <= std::chrono::seconds(55));
    CHECK(longest(suite::Profile::standard) <= std::chrono::seconds(270));
  }
}
