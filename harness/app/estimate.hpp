#pragma once

#include <span>

#include "harness/app/plan.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/stop_rule.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// What a run will take, from rules of thumb: for planning, not for judging.
struct Estimate {
  std::size_t iterations = 0;
  Nanos time{0};
  Bytes file;
};
Estimate estimate_of(const PlannedPoint& planned, const suite::World& world);
Estimate estimate_of(std::span<const PlannedPoint> plan, const suite::World& world);

}  // namespace syncbench::app
