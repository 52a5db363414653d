#pragma once

#include <span>
#include <string>
#include <vector>

#include "harness/app/plan.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// Memory that a node needs while a comparison group is measured: all its points are ready at the same time.
Bytes memory_needed(std::span<const PlannedPoint> group, const suite::World& world);

/// Why each point of a group is not measured, empty for those that are: together they may take four fifths of a node's
/// memory. Those that need least come first, so that large points do not take small ones with them. Nobody is refused
/// where the memory is not known.
std::vector<std::string> reasons_of_memory(std::span<const PlannedPoint> group, const suite::World& world);

}  // namespace syncbench::app
