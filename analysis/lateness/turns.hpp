#pragma once

#include <optional>
#include <span>
#include <vector>

#include "harness/core/accusation.hpp"

namespace syncbench::analysis {

/// Events in which one set of ranks after the other is late, in an order that repeats.
struct Turns {
  std::vector<LateEvent> events;
  double p = 1;  ///< the chance that the sets follow each other so well
};

/// Do the ranks take turns? Asked of the events that cost most. Nine of ten of them have to follow from the one before:
/// each set of late ranks has one that comes after it and shares no rank with it, more often than chance; and three of
/// four come at the same distance in iterations, so that two causes with periods of their own are not taken for turns.
/// Nothing for fewer than kFewestClusters events.
std::optional<Turns> turns_of(std::span<const LateEvent> events);

}  // namespace syncbench::analysis
