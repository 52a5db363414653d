#include "harness/machine/seat.hpp"

#include <algorithm>

#include <fmt/format.h>

namespace syncbench::machine {
namespace {

using Cores = std::vector<NumaCore>;

Cores cores_of_node(const NumaMap& map, int number) {
  const NumaNode* node = map.find(number);
  return node == nullptr ? Cores{} : node->cores;
}

Cores cores_of_package(const NumaMap& map, int package) {
  Cores some;
  for (const NumaCore& core : map.cores()) {
    if (core.package == package) some.push_back(core);
  }
  return some;
}

// Of the machine's cores those on which the launcher left a processor.
Cores cores_launched(const NumaMap& map, const std::vector<int>& launched) {
  Cores some;
  for (const NumaCore& core : map.cores()) {
    const bool left = std::any_of(core.processors.begin(), core.processors.end(), [&](int processor) {
      return std::find(launched.begin(), launched.end(), processor) != launched.end();
    });
    if (left) some.push_back(core);
  }
  return some;
}

void take_core(const Cores& cores, std::size_t index, std::string_view of, Seat& seat) {
  if (index < cores.size()) {
    seat.processors = cores[index].processors;
  } else {
    seat.against = fmt::format("{} ranks need a core each, and {} {}", index + 1, of,
                               cores.size() == 1 ? "has one" : fmt::format("has {}", cores.size()));
  }
}

void choose_processors(const Seating& seating, const NumaMap& map, const Occupant& who, Seat& seat) {
  switch (seating.cpu) {
    case CpuPolicy::launched:
      seat.processors = who.launched;
      return;
    case CpuPolicy::unbound:
      seat.processors = map.processors();
      return;
    case CpuPolicy::one_core: {
      // A launcher that gave each rank its own few cores has chosen already.
      const Cores left = cores_launched(map, who.launched);
      const bool own = !left.empty() && left.size() < who.local_ranks;
      return take_core(left, own ? 0 : who.local_rank, "what the launcher left", seat);
    }
    case CpuPolicy::same_core:
      return take_core(map.cores(), 0, "the machine", seat);
    case CpuPolicy::neighbour:
      return take_core(map.cores(), who.local_rank, "the machine", seat);
    case CpuPolicy::other_socket: {
      const auto packages = map.packages();
      const std::size_t package = who.local_rank % packages.size();
      return take_core(cores_of_package(map, packages[package]), who.local_rank / packages.size(), "a package", seat);
    }
    case CpuPolicy::node:
      return take_core(cores_of_node(map, seating.cpu_node), who.local_rank, fmt::format("node {}", seating.cpu_node),
                       seat);
  }
}

bool is_on(const NumaNode& node, const std::vector<int>& processors) {
  return std::any_of(node.cores.begin(), node.cores.end(), [&](const NumaCore& core) {
    return std::find(processors.begin(), processors.end(), core.processors.front()) != processors.end();
  });
}

// A core of a node that has memory of its own and is not where the rank runs.
std::vector<int> elsewhere(const NumaMap& map, const std::vector<int>& processors) {
  for (const NumaNode& node : map.nodes) {
    if (!node.cores.empty() && node.memory.count > 0 && !is_on(node, processors)) return node.cores[0].processors;
  }
  return {};
}

void choose_memory(const Seating& seating, const NumaMap& map, Seat& seat) {
  seat.touched_from = seat.processors;
  switch (seating.memory) {
    case MemoryPolicy::local:
      return;
    case MemoryPolicy::node:
      seat.memory_nodes = {seating.memory_node};
      return;
    case MemoryPolicy::interleaved:
      seat.memory_nodes = map.with_memory();
      return;
    case MemoryPolicy::wrong_touch:
      seat.touched_from = elsewhere(map, seat.processors);
      if (seat.touched_from.empty()) seat.against = "the rank runs on every node that has memory and cores";
      return;
    case MemoryPolicy::huge_pages:
      seat.huge_pages = true;
      return;
  }
}

}  // namespace

Seat seat_of(const Seating& seating, const NumaMap& map, const Occupant& occupant) {
  Seat seat;
  seat.against = reason_against(seating, map);
  if (map.nodes.empty()) seat.against = "it is not known what NUMA nodes this machine has";
  if (seat.against.empty()) choose_processors(seating, map, occupant, seat);
  if (seat.against.empty()) choose_memory(seating, map, seat);
  if (seat.against.empty() && seat.processors.empty()) seat.against = "no processor is left for it";
  return seat;
}

std::string reason_against(const Seating& seating, const NumaMap& map) {
  if (map.nodes.empty()) return {};
  if (seating.cpu == CpuPolicy::other_socket && map.packages().size() < 2)
    return "not applicable: this machine has one package";
  if (seating.cpu == CpuPolicy::node && cores_of_node(map, seating.cpu_node).empty())
    return fmt::format("not applicable: this machine has no cores on a node {}", seating.cpu_node);
  if (seating.memory == MemoryPolicy::node) {
    const NumaNode* node = map.find(seating.memory_node);
    if (node == nullptr || node->memory.count == 0)
      return fmt::format("not applicable: this machine has no memory on a node {}", seating.memory_node);
  }
  if (seating.memory == MemoryPolicy::interleaved && map.with_memory().size() < 2)
    return "not applicable: this machine has one node with memory";
  if (seating.memory == MemoryPolicy::wrong_touch) {
    const auto fit = std::count_if(map.nodes.begin(), map.nodes.end(),
                                   [](const NumaNode& node) { return node.memory.count > 0 && !node.cores.empty(); });
    if (fit < 2) return "not applicable: this machine has one node with memory and cores";
  }
  return {};
}

}  // namespace syncbench::machine
