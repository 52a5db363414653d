#pragma once

#include <cstdint>
#include <string>

#include "harness/app/plan.hpp"
#include "harness/core/clock.hpp"
#include "harness/core/timer_quality.hpp"
#include "harness/measure/runner.hpp"
#include "results/model.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// What is the same for all points of a run.
struct RunFacts {
  suite::World world;
  std::uint64_t seed = 0;  ///< of the order of alternating blocks
  ClockSource clock = ClockSource::raw;
  TimerFloor floor;     ///< of that clock, on the slowest rank
  bool yields = false;  ///< ranks share processors: whoever waits lets others run
};

/// A planned point as the result file describes it: what was asked for.
results::PointHeader describe(const PlannedPoint& planned, const RunFacts& facts);

/// Adds what came of it. `treatment`: the planned one.
void add_outcome(results::PointHeader& header, const Treatment& treatment, const measure::Measurement& measurement,
                 const std::vector<std::string>& mark_names);

}  // namespace syncbench::app
