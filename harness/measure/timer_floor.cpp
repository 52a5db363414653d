#include "timer_floor.hpp"

#include <utility>
#include <vector>

#include <syncbench/core/timeline.hpp>
#include <syncbench/core/timer_quality.hpp>

namespace syncbench::measure {

Nanos timer_overhead(Clock clock) {
  constexpr std::size_t kPairs = 1001;
  Timeline timeline(clock, {.iterations = kPairs, .marks = 0});
  while (!timeline.full()) {
    timeline.enter(Nanos{kAbsent});
    timeline.leave();
  }
  std::vector<std::int64_t> lengths;
  for (std::size_t i = 0; i < kPairs; ++i) lengths.push_back(timeline.leaves()[i] - timeline.enters()[i]);
  return overhead_of(std::move(lengths));
}

}  // namespace syncbench::measure
