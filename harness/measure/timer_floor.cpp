#include "harness/measure/timer_floor.hpp"

#include <utility>
#include <vector>

#include "harness/core/timeline.hpp"

namespace syncbench::measure {
namespace {

constexpr std::size_t kPairs = 1001;
constexpr std::size_t kMostReadings = 100'000'000;

// A clock may be so coarse that it does not move during all pairs: its next two steps are waited for.
void add_steps(Clock clock, std::vector<std::int64_t>& readings) {
  for (int step = 0; step < 2; ++step) {
    Nanos now = clock.now();
    for (std::size_t i = 0; now.count() == readings.back() && i < kMostReadings; ++i) now = clock.now();
    readings.push_back(now.count());
  }
}

}  // namespace

TimerFloor timer_floor(Clock clock) {
  Timeline timeline(clock, {.iterations = kPairs, .marks = 0});
  while (!timeline.full()) {
    timeline.enter(Nanos{kAbsent});
    timeline.leave();
  }
  std::vector<std::int64_t> lengths, readings;
  for (std::size_t i = 0; i < kPairs; ++i) {
    lengths.push_back(timeline.leaves()[i] - timeline.enters()[i]);
    readings.push_back(timeline.enters()[i]);
    readings.push_back(timeline.leaves()[i]);
  }
  add_steps(clock, readings);
  return {.overhead = overhead_of(std::move(lengths)), .resolution = resolution_of(readings)};
}

}  // namespace syncbench::measure
