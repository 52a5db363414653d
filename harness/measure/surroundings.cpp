#include "surroundings.hpp"

namespace syncbench::measure {
namespace {

// A model that is extrapolated for longer was off beyond its own bound.
constexpr Nanos kLongestWithout{4'000'000'000};

}  // namespace

void Surroundings::used(Nanos time) {
  since_synchronised += time;
  if (since_synchronised >= kLongestWithout) synchronise();
}

void Surroundings::synchronise() {
  clocks.synchronise();
  progress.step(clocks.history().size());
  since_synchronised = Nanos{0};
}

}  // namespace syncbench::measure
