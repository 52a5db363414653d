// numa: "2.3 times faster under numactl". Memory from every node with cores to every node with memory; a collective
// with its ranks on one node and its buffers on another; and what binding policies make of it.
#include <algorithm>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "harness/machine/seat.hpp"
#include "suites/suite/message_count.hpp"
#include "suites/suite/suite_registration.hpp"

namespace syncbench::suites {
namespace {

using machine::CpuPolicy;
using machine::MemoryPolicy;
using machine::NumaMap;
using machine::NumaNode;
using machine::Seating;
using suite::Point;
using suite::Profile;
using suite::World;

enum class NumaPart { memory, policies, placement };

}  // namespace
}  // namespace syncbench::suites

template <>
struct syncbench::Names<syncbench::suites::NumaPart> {
  static constexpr std::array<std::pair<suites::NumaPart, std::string_view>, 3> table{{
      {suites::NumaPart::memory, "memory"},
      {suites::NumaPart::policies, "policies"},
      {suites::NumaPart::placement, "placement"},
  }};
};

namespace syncbench::suites {
namespace {

struct Options {
  std::vector<NumaPart> parts{NumaPart::memory, NumaPart::policies, NumaPart::placement};
  Bytes memory{std::size_t{64} << 20};
  Collective collective = Collective::allreduce;
  std::vector<Bytes> bytes{Bytes{8}, Bytes{std::size_t{1} << 20}};
  std::string machine;
  Nanos budget{0};
  Treatment treatment;
};

void declare(suite::OptionSet& set, Options& o) {
  o.treatment = treatment_of(set.profile());
  switch (set.profile()) {
    case Profile::smoke:
      o.memory = Bytes{std::size_t{8} << 20};
      o.bytes = {Bytes{65'536}};
      o.budget = std::chrono::milliseconds(1'800);
      break;
    case Profile::quick:
      o.budget = std::chrono::seconds(40);
      break;
    case Profile::standard:
      o.memory = Bytes{std::size_t{256} << 20};
      o.budget = std::chrono::seconds(200);
      break;
    case Profile::full:
      o.memory = Bytes{std::size_t{256} << 20};
      o.budget = std::chrono::hours(1);
      break;
  }
  set.add_choices("parts", o.parts,
                  "memory: its latency and copy rate from each node with cores to each with memory; policies: a "
                  "collective under binding and memory policies; placement: a collective with ranks on one node and "
                  "buffers on another");
  set.add("memory", o.memory, "bytes that a pointer chase goes over and that are copied: more than the caches hold");
  set.add_choice("collective", o.collective, "what policies and placements are compared with");
  set.add("bytes", o.bytes, "message sizes: one rank's send buffer");
  set.add(
      "machine", o.machine, "TEXT",
      "plan for this machine, in hwloc's synthetic syntax ('package:2 [numa] core:8 pu:1'), and not for the one that "
      "there is; for --dry-run");
}

// Without a description: one node, of which nothing is known.
NumaMap map_of(const World& world, const Options& o) {
  if (!o.machine.empty()) return machine::synthetic_numa_map(o.machine);
  if (!world.numa.nodes.empty()) return world.numa;
  return {{NumaNode{.number = 0, .cores = {{.processors = {0}, .package = 0}}, .memory = Bytes{1}, .devices = {}}}};
}

// Medians are what is compared; a chase or a copy is long, and a few hundred are enough.
Treatment of_memory(const Options& o) {
  Treatment treatment = o.treatment;
  treatment.start = StartMode::none;
  treatment.stop.promised = std::nullopt;
  treatment.stop.first_check = std::min<std::size_t>(treatment.stop.first_check, 50);
  treatment.stop.most_iterations = std::min<std::size_t>(treatment.stop.most_iterations, 2'000);
  return treatment;
}

void add_memory(const NumaNode& from, const NumaNode& to, const Options& o, std::vector<Point>& points) {
  std::string against;
  if (from.cores.empty()) against = fmt::format("not applicable: node {} has no cores", from.number);
  if (to.memory.count == 0) against = fmt::format("not applicable: node {} has no memory", to.number);
  const kernels::MemoryPlace place{.cpu_node = from.number,
                                   .processors = from.cores.empty() ? std::vector<int>{} : from.cores[0].processors,
                                   .memory_node = to.number};
  const auto add = [&](const kernels::Probe& probe, std::string group) {
    Point& point = points.emplace_back();
    point.probe = probe;
    point.treatment = of_memory(o);
    point.group = std::move(group);
    point.against = against;
    point.factors = {{"part", "memory"},
                     {"cpu_node", std::int64_t{from.number}},
                     {"memory_node", std::int64_t{to.number}},
                     {"near", join(from.devices, " ")}};
  };
  add(kernels::MemoryChase{.place = place, .size = o.memory}, "memory-latency");
  add(kernels::MemoryCopy{.place = place, .size = o.memory}, "memory-copy");
}

// Points of one group stand together. A node without cores has one point that says so, and so has one without memory.
void plan_memory(const NumaMap& map, const Options& o, std::vector<Point>& points) {
  std::vector<Point> all;
  for (const NumaNode& from : map.nodes) {
    for (const NumaNode& to : map.nodes) {
      const bool possible = !from.cores.empty() && to.memory.count > 0;
      if (possible || from.number == to.number) add_memory(from, to, o, all);
    }
  }
  std::stable_sort(all.begin(), all.end(), [](const Point& a, const Point& b) { return a.group > b.group; });
  points.insert(points.end(), all.begin(), all.end());
}

Point seated(const Seating& seating, const std::string& part, Bytes bytes, const NumaMap& map, const World& world,
             const Options& o) {
  kernels::Operation operation;
  operation.collective = o.collective;
  operation.count = suite::count_for(o.collective, operation.type, bytes, world.ranks);
  Point point{.workload = {.operations = {operation}},
              .treatment = o.treatment,
              .factors = {{"part", part},
                          {"cpu_policy", std::string(name_of(seating.cpu))},
                          {"memory_policy", std::string(name_of(seating.memory))}},
              .group = fmt::format("{}-{}", part, bytes.count)};
  point.seating = seating;
  point.against = reason_against(seating, map);
  if (seating.cpu == CpuPolicy::node) {
    const NumaNode* node = map.find(seating.cpu_node);
    point.factors["cpu_node"] = std::int64_t{seating.cpu_node};
    point.factors["near"] = node == nullptr ? std::string() : join(node->devices, " ");
  }
  if (seating.memory == MemoryPolicy::node) point.factors["memory_node"] = std::int64_t{seating.memory_node};
  return point;
}

// Ranks that share a core have to yield, which would slow down whatever is compared with them: a group of its own.
void plan_policies(const NumaMap& map, Bytes bytes, const World& world, const Options& o, std::vector<Point>& points) {
  for (const CpuPolicy cpu :
       {CpuPolicy::launched, CpuPolicy::unbound, CpuPolicy::one_core, CpuPolicy::neighbour, CpuPolicy::other_socket})
    points.push_back(seated({.cpu = cpu}, "policies", bytes, map, world, o));
  for (const MemoryPolicy memory : {MemoryPolicy::interleaved, MemoryPolicy::wrong_touch, MemoryPolicy::huge_pages})
    points.push_back(seated({.cpu = CpuPolicy::one_core, .memory = memory}, "policies", bytes, map, world, o));
  points.push_back(seated({.cpu = CpuPolicy::same_core}, "policies", bytes, map, world, o));
  points.back().group += "-same-core";
}

void plan_placement(const NumaMap& map, Bytes bytes, const World& world, const Options& o, std::vector<Point>& points) {
  const auto on = [&](int cpu, int memory) {
    points.push_back(
        seated({.cpu = CpuPolicy::node, .memory = MemoryPolicy::node, .cpu_node = cpu, .memory_node = memory},
               "placement", bytes, map, world, o));
  };
  for (const int cpu : map.with_cores()) {
    for (const int memory : map.with_memory()) on(cpu, memory);
  }
  if (map.nodes.size() == 1) on(map.nodes[0].number, map.nodes[0].number + 1);  // says that there is no other node
}

// Whatever the number of nodes, all points together take what the profile allows.
void share_time(const Options& o, std::vector<Point>& points) {
  const auto measured =
      std::count_if(points.begin(), points.end(), [](const Point& each) { return each.against.empty(); });
  for (Point& each : points) {
    Nanos& most = each.treatment.stop.most_time;
    most = std::min(most, o.budget / std::max<std::ptrdiff_t>(1, measured));
  }
}

std::vector<Point> plan(const World& world, const Options& o) {
  const NumaMap map = map_of(world, o);
  const auto has = [&](NumaPart part) { return std::find(o.parts.begin(), o.parts.end(), part) != o.parts.end(); };
  std::vector<Point> points;
  if (has(NumaPart::memory)) plan_memory(map, o, points);
  for (const Bytes bytes : o.bytes) {
    if (has(NumaPart::policies)) plan_policies(map, bytes, world, o, points);
    if (has(NumaPart::placement)) plan_placement(map, bytes, world, o, points);
  }
  share_time(o, points);
  return points;
}

const suite::SuiteRegistration numa{"numa", "where ranks run and where their memory lies, and what it costs", declare,
                                    plan};

}  // namespace
}  // namespace syncbench::suites
