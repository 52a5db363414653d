#include <array>
#include <string>

#include "harness/app/agreed_error.hpp"
#include "harness/app/bench/benches.hpp"
#include "harness/app/clock_choice.hpp"
#include "harness/measure/runner.hpp"
#include "kernels/host_buffers.hpp"

namespace syncbench::bench {
namespace {

constexpr std::size_t kIterations = 200'000;

measure::Measurement measure_nothing(Setting& setting, StartMode start) {
  kernels::HostBuffers buffers;
  const auto backend = setting.backend("null", buffers);
  const auto program = backend->prepare(allreduce_of(2));
  const std::array<measure::Subject, 1> subject{{{program.get(), plain(start, kIterations), "floor"}}};
  return std::move(measure::measure(subject, 1, setting.surroundings).front());
}

// From one enter to the next, on the slowest rank, where they lie in one batch: the median.
double loop_time(Setting& setting, const Timeline& timeline) {
  std::vector<std::int64_t> steps;
  for (std::size_t i = 1; i < timeline.size(); ++i) steps.push_back(timeline.enters()[i] - timeline.enters()[i - 1]);
  return static_cast<double>(median_of(highest_over_ranks(setting.world, {median_of(steps)})));
}

Figures floor_of(Setting& setting, const std::string& clock, double limit) {
  const auto gated = measure_nothing(setting, StartMode::barrier);
  const auto free = measure_nothing(setting, StartMode::none);
  std::vector<std::int64_t> own;
  for (std::size_t i = 0; i < gated.timeline.size(); ++i)
    own.push_back(gated.timeline.leaves()[i] - gated.timeline.enters()[i]);
  const std::int64_t slowest = highest_over_ranks(setting.world, {median_of(own)}).front();
  return {{.bench = "floor",
           .what = "null backend, leave - enter, p50, " + clock,
           .value = static_cast<double>(slowest),
           .unit = "ns",
           .limit = limit},
          {.bench = "floor",
           .what = "whole loop an iteration, --start none, " + clock,
           .value = loop_time(setting, free.timeline),
           .unit = "ns",
           .limit = 110}};
}

}  // namespace

Figures floor(Setting& setting) {
  Figures figures = floor_of(setting, "raw", 45);
  try {
    const app::ChosenClock tsc(setting.world, ClockSource::tsc);
    Setting by_tsc(setting.world, tsc.clock());
    for (Figure& each : floor_of(by_tsc, "tsc", 35)) figures.push_back(std::move(each));
  } catch (const app::AgreedError&) {
    // This machine's counter is no clock: there is nothing to measure.
  }
  return figures;
}

}  // namespace syncbench::bench
