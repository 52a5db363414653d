#pragma once

#include "harness/core/treatment.hpp"
#include "harness/measure/surroundings.hpp"

namespace syncbench::app {

/// How far the ranks' starts lie apart when nothing is measured: last − first enter on the common clock.
struct StartSpread {
  Nanos median;
  Nanos p99;  ///< so far or farther in one of a hundred iterations
};

/// The spread of starts in a start mode with its evidence, whose reading comes between the gate and entering, over
/// 1,000 iterations; those with a late start are left out, and both are kAbsent if nothing is left. The same on all
/// ranks. Collective; blocks for some milliseconds. Throws Error(internal).
StartSpread measure_start_spread(StartMode mode, Evidence evidence, measure::Surroundings& surroundings);

}  // namespace syncbench::app
