#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Memory: size, transparent huge pages, NUMA balancing and reclaim, each NUMA node's processors, distances and
/// allocation counters, corrected and uncorrected errors. Never fails.
Facts memory_facts(const Tree& tree);

}  // namespace syncbench::machine
