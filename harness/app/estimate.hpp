#pragma once

#include <span>

#include <syncbench/app/plan.hpp>
#include <syncbench/core/nanos.hpp>
#include <syncbench/core/stop_rule.hpp>
#include <syncbench/suite/world.hpp>

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
