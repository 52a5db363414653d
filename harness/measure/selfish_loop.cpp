#include "harness/measure/selfish_loop.hpp"

#include <algorithm>

namespace syncbench::measure {

Nanos watch(Clock clock, Nanos begin, Nanos end, Nanos threshold, DetourLog& log) noexcept {
  Nanos before = begin;
  while (before < end) {
    const Nanos now = clock.now();
    if (now - before > threshold) log.add({.when = before, .length = now - before});
    before = now;
  }
  return before;
}

Nanos shortest_step(Clock clock, std::size_t readings) noexcept {
  Nanos shortest = Nanos::max();
  Nanos before = clock.now();
  for (std::size_t i = 1; i < readings; ++i) {
    const Nanos now = clock.now();
    if (now > before) shortest = std::min(shortest, now - before);
    before = now;
  }
  return shortest == Nanos::max() ? Nanos{1} : shortest;
}

}  // namespace syncbench::measure
