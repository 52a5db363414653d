#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "harness/core/median_interval.hpp"
#include "harness/core/treatment.hpp"
#include "harness/measure/runner.hpp"
#include "harness/mpi/clock_sync.hpp"
#include "harness/mpi/exchange.hpp"
#include "kernels/backend.hpp"

namespace syncbench::bench {

using mpi::highest_over_ranks;

/// What all benches share: two ranks or more, their clocks, and the runner.
struct Setting {
  explicit Setting(const mpi::Communicator& world, Clock clock = raw_clock());

  const mpi::Communicator& world;
  mpi::Communicator traffic, gates;
  mpi::ClockSync clocks;
  measure::Progress progress;
  measure::Surroundings surroundings;

  /// That backend on `traffic`. Throws Error(internal) if the program was built without it.
  std::unique_ptr<kernels::Backend> backend(std::string_view name, kernels::BufferProvider& buffers) const;
};

/// One f32 allreduce of so many elements.
kernels::Workload allreduce_of(std::size_t elements);

/// So many iterations without warm-up or a look at payloads.
Treatment plain(StartMode start, std::size_t iterations);

/// leave − enter of every iteration, on the slowest rank of each. Collective.
std::vector<std::int64_t> iteration_times(const mpi::Communicator& world, const Timeline& timeline);

}  // namespace syncbench::bench
