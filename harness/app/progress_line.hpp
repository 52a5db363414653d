#pragma once

#include <cstddef>
#include <span>

#include "harness/app/live_table.hpp"
#include "harness/app/plan.hpp"
#include "harness/app/time_left.hpp"
#include "harness/core/clock.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// The line below the table that says how far the run is, on the rank that speaks. Draws at most twice a second, and
/// only outside timed regions: draw() is to be called between batches.
class ProgressLine {
 public:
  /// Table and plan outlive the line. Draws nothing at all unless `shown`.
  ProgressLine(LiveTable& table, std::span<const PlannedPoint> plan, const suite::World& world, Clock clock,
               bool shown);

  void begin_group(std::span<const PlannedPoint> group);
  void draw();
  void end_group();

 private:
  LiveTable& table_;
  suite::World world_;
  Clock clock_;
  bool shown_;
  TimeLeft time_left_;
  std::size_t points_, done_ = 0, running_ = 0;
  Nanos planned_{0};  ///< of the running group
  Nanos begun_{0}, drawn_{0};
};

}  // namespace syncbench::app
