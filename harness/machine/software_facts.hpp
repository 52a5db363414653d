#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Kernel, distribution, C library, hwloc, and path and build-id of the loaded libraries that decide how messages
/// travel (loaded_libraries.hpp): what was really loaded, not what was installed. Never fails.
Facts software_facts(const Tree& tree);

}  // namespace syncbench::machine
