#include "harness/measure/listen.hpp"

#include <csignal>

#include "harness/cmake/testing/catch.hpp"
#include "harness/measure/interrupts.hpp"
#include "harness/measure/tests/recorder.hpp"
#include "harness/mpi/exchange.hpp"

using namespace syncbench;
using measure::Setting;

TEST_CASE("all ranks listen for as many pieces, which count in no quantile, and note their progress") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  const auto heard = measure::listen(
      {.name = "p0003", .time = std::chrono::milliseconds(250), .threshold = {}, .most_detours = 100'000},
      setting.surroundings);
  const auto& measurement = heard.measurement;
  const auto pieces = static_cast<std::int64_t>(measurement.timeline.size());
  const auto range = mpi::range_over_ranks(world, pieces);
  CHECK(range.lowest == range.highest);
  CHECK(pieces >= 1);
  CHECK(measurement.warmup == measurement.timeline.size());
  CHECK(measurement.blocks.size() == measurement.timeline.size());
  CHECK(measurement.stop_cause == StopCause::time);
  CHECK(setting.progress.look().point == "p0003");
  const auto thresholds = mpi::range_over_ranks(world, heard.threshold.count());
  CHECK(thresholds.lowest == thresholds.highest);
  CHECK(heard.threshold >= 9 * heard.step);
  for (const Detour& each : heard.log.kept()) CHECK(each.length > heard.threshold);
}

TEST_CASE("a signal on one rank ends the listening of all after the piece that is running") {
  const auto world = mpi::Communicator::world();
  Setting setting(world);
  const measure::Interrupts interrupts;
  if (world.rank().value == world.size() - 1) std::raise(SIGUSR1);
  const auto heard =
      measure::listen({.name = {}, .time = std::chrono::hours(1), .threshold = Nanos{1'000'000}, .most_detours = 10},
                      setting.surroundings);
  CHECK(heard.measurement.signal == SIGUSR1);
  CHECK(heard.measurement.stop_cause == StopCause::interrupted);
  CHECK(heard.measurement.timeline.size() == 1);
  CHECK(heard.threshold == Nanos{1'000'000});
}
