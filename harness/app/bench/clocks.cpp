#include <algorithm>
#include <cmath>

#include "harness/app/bench/benches.hpp"

namespace syncbench::bench {
namespace {

constexpr Nanos kLength{3'000'000'000};
constexpr Nanos kStep{20'000'000};

double highest(const mpi::Communicator& world, double value) {
  return static_cast<double>(highest_over_ranks(world, {std::llround(value * 1e6)}).front()) / 1e6;
}

}  // namespace

Figures clocks(Setting& setting) {
  const mpi::Communicator& world = setting.world;
  mpi::ClockSync sync(world, *world.split(world.rank().value), raw_clock());
  measure::Surroundings surroundings{.communicator = setting.gates,
                                     .clocks = sync,
                                     .progress = setting.progress,
                                     .yields = false,
                                     .synchronised_for = {}};
  surroundings.synchronise();
  std::vector<Nanos> moments;
  for (Nanos used{0}; used < kLength; used += kStep) {
    const Nanos until = raw_clock().now() + kStep;
    while (raw_clock().now() < until) continue;
    moments.push_back(until);
    surroundings.used(kStep);
  }
  surroundings.synchronise();

  double error = 0, epsilon = 0;
  for (const Nanos moment : moments) {
    const auto off = static_cast<double>(std::abs((sync.model().global(moment) - moment).count()));
    const auto promised = static_cast<double>(std::max<std::int64_t>(1, sync.model().epsilon(moment).count()));
    if (world.is_root()) continue;  // the reference itself
    error = std::max(error, off / promised);
    epsilon = std::max(epsilon, promised);
  }
  double width = 0;
  for (const ClockFix& fix : sync.history()) width = std::max(width, static_cast<double>(fix.half_width.count()));
  return {
      {.bench = "clock",
       .what = "error / promised bound, worst of 3 s",
       .value = highest(world, error),
       .unit = "",
       .limit = 1},
      {.bench = "clock", .what = "promised bound, worst", .value = highest(world, epsilon), .unit = "ns"},
      {.bench = "clock", .what = "half width of 100 ping-pongs, worst", .value = highest(world, width), .unit = "ns"}};
}

}  // namespace syncbench::bench
