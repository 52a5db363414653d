#include "harness/machine/numa_map.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "harness/core/error.hpp"
#include "harness/machine/hwloc_handles.hpp"

namespace syncbench::machine {
namespace {

constexpr Bytes kSyntheticMemory{std::size_t{1} << 30};

std::vector<int> numbers_of(hwloc_const_bitmap_t bitmap) {
  std::vector<int> numbers;
  for (int each = hwloc_bitmap_first(bitmap); each >= 0; each = hwloc_bitmap_next(bitmap, each))
    numbers.push_back(each);
  return numbers;
}

int package_of(hwloc_obj_t core) {
  for (hwloc_obj_t each = core; each != nullptr; each = each->parent) {
    if (each->type == HWLOC_OBJ_PACKAGE) return static_cast<int>(each->logical_index);
  }
  return 0;
}

// Nodes may lie side by side over the same processors (fast memory beside ordinary): the first is a core's own, the
// others are memory alone.
void add_cores(hwloc_topology_t topology, hwloc_obj_t node, std::set<unsigned>& taken, NumaNode& to) {
  const int type_depth = hwloc_get_type_depth(topology, HWLOC_OBJ_CORE);
  const hwloc_obj_type_t type = type_depth < 0 ? HWLOC_OBJ_PU : HWLOC_OBJ_CORE;
  hwloc_obj_t core = nullptr;
  while ((core = hwloc_get_next_obj_by_type(topology, type, core)) != nullptr) {
    if (hwloc_bitmap_iszero(core->cpuset) != 0 || hwloc_bitmap_isincluded(core->cpuset, node->cpuset) == 0) continue;
    if (!taken.insert(core->logical_index).second) continue;
    to.cores.push_back({numbers_of(core->cpuset), package_of(core)});
  }
}

// The nodes that a device lies next to are those of the nearest object above it that has any.
void add_devices(hwloc_topology_t topology, NumaMap& map) {
  hwloc_obj_t device = nullptr;
  while ((device = hwloc_get_next_osdev(topology, device)) != nullptr) {
    const auto kind = device->attr->osdev.type;
    const bool wanted = kind == HWLOC_OBJ_OSDEV_NETWORK || kind == HWLOC_OBJ_OSDEV_OPENFABRICS ||
                        kind == HWLOC_OBJ_OSDEV_GPU || kind == HWLOC_OBJ_OSDEV_COPROC;
    const hwloc_obj_t above = hwloc_get_non_io_ancestor_obj(topology, device);
    if (!wanted || device->name == nullptr || above == nullptr || above->nodeset == nullptr) continue;
    if (hwloc_bitmap_weight(above->nodeset) != 1) continue;  // next to all of them: to none in particular
    for (NumaNode& node : map.nodes) {
      if (hwloc_bitmap_isset(above->nodeset, static_cast<unsigned>(node.number)) != 0)
        node.devices.emplace_back(device->name);
    }
  }
}

NumaMap map_of(hwloc_topology_t topology) {
  NumaMap map;
  std::set<unsigned> taken;
  hwloc_obj_t node = nullptr;
  while ((node = hwloc_get_next_obj_by_type(topology, HWLOC_OBJ_NUMANODE, node)) != nullptr) {
    NumaNode& to = map.nodes.emplace_back();
    to.number = static_cast<int>(node->os_index);
    to.memory.count = node->attr->numanode.local_memory;
    add_cores(topology, node, taken, to);
  }
  add_devices(topology, map);
  std::sort(map.nodes.begin(), map.nodes.end(),
            [](const NumaNode& a, const NumaNode& b) { return a.number < b.number; });
  return map;
}

template <class Keep>
std::vector<int> numbers_where(const std::vector<NumaNode>& nodes, Keep keep) {
  std::vector<int> numbers;
  for (const NumaNode& node : nodes) {
    if (keep(node)) numbers.push_back(node.number);
  }
  return numbers;
}

}  // namespace

const NumaNode* NumaMap::find(int number) const noexcept {
  const auto found =
      std::find_if(nodes.begin(), nodes.end(), [number](const NumaNode& each) { return each.number == number; });
  return found == nodes.end() ? nullptr : &*found;
}

std::vector<NumaCore> NumaMap::cores() const {
  std::vector<NumaCore> all;
  for (const NumaNode& node : nodes) all.insert(all.end(), node.cores.begin(), node.cores.end());
  return all;
}

std::vector<int> NumaMap::packages() const {
  std::set<int> all;
  for (const NumaCore& core : cores()) all.insert(core.package);
  return {all.begin(), all.end()};
}

std::vector<int> NumaMap::with_cores() const {
  return numbers_where(nodes, [](const NumaNode& node) { return !node.cores.empty(); });
}

std::vector<int> NumaMap::with_memory() const {
  return numbers_where(nodes, [](const NumaNode& node) { return node.memory.count > 0; });
}

std::vector<int> NumaMap::processors() const {
  std::set<int> all;
  for (const NumaCore& core : cores()) all.insert(core.processors.begin(), core.processors.end());
  return {all.begin(), all.end()};
}

NumaMap numa_map() {
  const Topology topology = load_topology(0, true);
  return topology == nullptr ? NumaMap{} : map_of(topology.get());
}

NumaMap synthetic_numa_map(const std::string& description) {
  hwloc_topology_t topology = nullptr;
  if (hwloc_topology_init(&topology) != 0) throw Error(ExitCode::internal, "hwloc does not begin");
  const Topology owned(topology);
  if (hwloc_topology_set_synthetic(topology, description.c_str()) != 0 || hwloc_topology_load(topology) != 0)
    throw Error(
        ExitCode::usage,
        fmt::format("'{}' describes no machine to hwloc; did you mean 'package:2 [numa] core:8 pu:1'?", description));
  NumaMap map = map_of(topology);
  // Whether a description that says nothing of memory means none depends on hwloc's version.
  if (map.with_memory().empty()) {
    for (NumaNode& each : map.nodes) each.memory = kSyntheticMemory;
  }
  return map;
}

std::string shape_text(const NumaMap& map) {
  std::string text;
  for (const NumaNode& node : map.nodes) {
    text += fmt::format("{}{}:", node.number, node.memory.count > 0 ? "m" : "");
    for (const NumaCore& core : node.cores)
      text += fmt::format("{}/{};", core.package, fmt::join(core.processors, ","));
    text += ' ';
  }
  return text;
}

}  // namespace syncbench::machine
