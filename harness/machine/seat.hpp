#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/machine/numa_map.hpp"

namespace syncbench {
namespace machine {

/// Which processors a rank runs on.
enum class CpuPolicy {
  launched,      ///< as the launcher left it
  unbound,       ///< any of the machine
  one_core,      ///< one core a rank, of those that the launcher left
  same_core,     ///< all ranks of a host on one core, on purpose
  neighbour,     ///< ranks on cores next to each other
  other_socket,  ///< ranks in turn on the packages
  node,          ///< one core a rank, all of one NUMA node
};

/// Where a rank's buffers lie.
enum class MemoryPolicy {
  local,        ///< where the rank runs when it touches them first
  node,         ///< on one NUMA node
  interleaved,  ///< page by page on all nodes
  wrong_touch,  ///< touched first from a core of another node
  huge_pages,   ///< local, and in huge pages where the kernel has some
};

/// Where ranks of a host are to run and to have their buffers.
struct Seating {
  CpuPolicy cpu = CpuPolicy::launched;
  MemoryPolicy memory = MemoryPolicy::local;
  int cpu_node = -1;     ///< for CpuPolicy::node
  int memory_node = -1;  ///< for MemoryPolicy::node
  bool operator==(const Seating&) const = default;
};

/// One rank among those of its host, and the processors that the launcher left it.
struct Occupant {
  std::size_t local_rank = 0, local_ranks = 1;
  std::vector<int> launched;
};

/// What a seating comes to for one rank.
struct Seat {
  std::vector<int> processors;    ///< to run on
  std::vector<int> touched_from;  ///< to run on while buffers are made
  std::vector<int> memory_nodes;  ///< that buffers are bound to; empty: where they are touched first
  bool huge_pages = false;
  std::string against;  ///< why it cannot be had; empty if it can
};

/// Pure. Ranks beyond a policy's cores are a reason against it, but for same_core and unbound.
Seat seat_of(const Seating& seating, const NumaMap& map, const Occupant& occupant);

/// Why no rank of such a machine can sit so; empty if some can, or if nothing is known of the machine. Pure.
std::string reason_against(const Seating& seating, const NumaMap& map);

}  // namespace machine

template <>
struct Names<machine::CpuPolicy> {
  static constexpr std::array<std::pair<machine::CpuPolicy, std::string_view>, 7> table{{
      {machine::CpuPolicy::launched, "launched"},
      {machine::CpuPolicy::unbound, "unbound"},
      {machine::CpuPolicy::one_core, "one-core"},
      {machine::CpuPolicy::same_core, "same-core"},
      {machine::CpuPolicy::neighbour, "neighbour"},
      {machine::CpuPolicy::other_socket, "other-socket"},
      {machine::CpuPolicy::node, "node"},
  }};
};

template <>
struct Names<machine::MemoryPolicy> {
  static constexpr std::array<std::pair<machine::MemoryPolicy, std::string_view>, 5> table{{
      {machine::MemoryPolicy::local, "local"},
      {machine::MemoryPolicy::node, "node"},
      {machine::MemoryPolicy::interleaved, "interleaved"},
      {machine::MemoryPolicy::wrong_touch, "wrong-touch"},
      {machine::MemoryPolicy::huge_pages, "huge-pages"},
  }};
};

}  // namespace syncbench
