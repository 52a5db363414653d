#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// What the kernel says of the calling process: allowed processors and NUMA nodes, limits, size of /dev/shm, container,
/// network namespace, context switches of the main thread, CPU quota. Libraries have changed affinity behind their
/// users' backs, so it is worth reading again after each of them starts. Never fails; well below 1 ms.
Facts process_facts(const Tree& tree);

}  // namespace syncbench::machine
