#pragma once

#include "harness/core/treatment.hpp"
#include "harness/measure/surroundings.hpp"

namespace syncbench::app {

/// How far the ranks' starts lie apart in a start mode when nothing is measured but the evidence is read, which comes
/// between the gate and entering: the median over 1,000 iterations of last − first enter on the common clock,
/// iterations with a late start left out; the same on all ranks. Collective; blocks for some milliseconds. Throws
/// Error(internal).
Nanos measure_start_spread(StartMode mode, Evidence evidence, measure::Surroundings& surroundings);

}  // namespace syncbench::app
