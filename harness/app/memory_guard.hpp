#pragma once

#include <optional>
#include <span>
#include <string>

#include <syncbench/app/plan.hpp>
#include <syncbench/suite/world.hpp>

namespace syncbench::app {

/// Memory that a node needs while a comparison group is measured: all its points are ready at the same time.
Bytes memory_needed(std::span<const PlannedPoint> group, const suite::World& world);

/// Why a group is not measured: it would take more than four fifths of a node's memory. Nothing if it fits, or if the
/// memory is not known.
std::optional<std::string> does_not_fit(std::span<const PlannedPoint> group, const suite::World& world);

}  // namespace syncbench::app
