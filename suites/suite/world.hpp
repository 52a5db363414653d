#pragma once

#include "harness/core/units.hpp"
#include "harness/machine/numa_map.hpp"
#include "harness/machine/working_set.hpp"

namespace syncbench::suite {

/// Where a plan is to run, as described, so that plans are made and tested without being there.
struct World {
  int ranks = 2;
  int nodes = 1;
  Bytes memory_per_node;  ///< what a node has to give; 0: not known
  machine::WorkingSet working_set{.bytes = machine::kMostWorkingSet,
                                  .capped = true};  ///< of one rank; the most there is
  machine::NumaMap numa{};                          ///< of every node; without nodes: not known
};

}  // namespace syncbench::suite
