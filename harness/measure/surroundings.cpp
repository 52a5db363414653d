#include "harness/measure/surroundings.hpp"

#include <algorithm>
#include <cmath>

#include "harness/mpi/exchange.hpp"

namespace syncbench::measure {
namespace {

// A model that is extrapolated for longer was off beyond its own bound.
constexpr Nanos kLongestWithout{4'000'000'000};
// On a fast network more would be spent on synchronising than a narrower bound is worth.
constexpr Nanos kShortestWithout{500'000'000};

}  // namespace

Nanos synchronisation_interval(const ClockModel& model) noexcept {
  const auto fixes = model.fixes();
  if (fixes.empty()) return kLongestWithout;
  if (fixes.size() == 1) return kShortestWithout;
  const double half_width = static_cast<double>(fixes.back().half_width.count());
  const double rate = kWander + std::max(0.0, model.slope_uncertainty() - kGoodSlope);
  return std::clamp(Nanos{std::llround(half_width / rate)}, kShortestWithout, kLongestWithout);
}

void Surroundings::used(Nanos time) {
  synchronised_for -= time;
  if (synchronised_for <= Nanos{0}) synchronise();
}

void Surroundings::synchronise() {
  clocks.synchronise();
  progress.step(clocks.history().size());
  const Nanos own = synchronisation_interval(clocks.model());
  // The bounds differ from rank to rank, and all must come to the next synchronisation together.
  synchronised_for =
      clocks.several_nodes() ? Nanos{mpi::range_over_ranks(communicator, own.count()).lowest} : kLongestWithout;
}

}  // namespace syncbench::measure
