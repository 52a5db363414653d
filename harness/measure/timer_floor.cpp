#include "timer_floor.hpp"

#include <algorithm>
#include <vector>

#include <syncbench/core/quantile.hpp>
#include <syncbench/core/timeline.hpp>

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
  std::sort(lengths.begin(), lengths.end());
  return Nanos{quantile_of_sorted(lengths, kP50)};
}

}  // namespace syncbench::measure
