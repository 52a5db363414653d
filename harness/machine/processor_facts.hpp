#pragma once

#include <vector>

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Processors beyond so many are not read.
inline constexpr std::size_t kMostProcessors = 1024;

/// Where the time of some processors went since the node started, in ticks, from /proc/stat:
/// "stat.cpu3.user", ".nice", ".system", ".idle", ".iowait", ".irq", ".softirq", ".steal"; and "stat.ticks_per_second".
/// Never fails.
Facts processor_facts(const Tree& tree, const std::vector<int>& processors);

}  // namespace syncbench::machine
