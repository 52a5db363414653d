#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Pressure stall information: how long some or all tasks of the node waited for processors, memory or I/O, as counters
/// in µs and as the share of the last 10 s. Unreadable where the kernel was built or started without it. Never fails.
Facts pressure_facts(const Tree& tree);

}  // namespace syncbench::machine
