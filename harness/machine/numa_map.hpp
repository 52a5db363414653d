#pragma once

#include <string>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench::machine {

/// A core by its processors, one for each hardware thread, ascending.
struct NumaCore {
  std::vector<int> processors;
  int package = 0;
  bool operator==(const NumaCore&) const = default;
};

/// One NUMA node as the kernel numbers it.
struct NumaNode {
  int number = 0;
  std::vector<NumaCore> cores;       ///< whose nearest memory it is; none where it is memory alone
  Bytes memory;                      ///< 0 where it is processors alone
  std::vector<std::string> devices;  ///< network and graphics cards next to it: "eth0", "cuda0"
  bool operator==(const NumaNode&) const = default;
};

/// A machine's processors and memory, as far as this process may use them.
struct NumaMap {
  std::vector<NumaNode> nodes;  ///< ascending by number; empty if nothing is known
  bool operator==(const NumaMap&) const = default;

  const NumaNode* find(int number) const noexcept;
  std::vector<NumaCore> cores() const;   ///< of all nodes, node by node
  std::vector<int> packages() const;     ///< that have cores, ascending
  std::vector<int> with_cores() const;   ///< numbers of nodes
  std::vector<int> with_memory() const;  ///< numbers of nodes
  std::vector<int> processors() const;   ///< all, ascending
};

/// This machine, through hwloc; empty if that fails. Takes some ten milliseconds (devices are looked for too).
NumaMap numa_map();

/// A machine that is described in hwloc's synthetic syntax: "package:2 [numa] core:8 pu:2", "numa:4 core:4 pu:1". Every
/// node has memory if the description speaks of none. Throws Error(usage) for what hwloc does not understand.
NumaMap synthetic_numa_map(const std::string& description);

/// As one line of text, equal for equal maps but for their memory and devices: hosts may be compared by it.
std::string shape_text(const NumaMap& map);

}  // namespace syncbench::machine
