#pragma once

#include <cstddef>

#include "harness/core/timeline.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/model.hpp"

namespace syncbench::app {

/// Reduces all ranks' samples of a point to its summary, complete on rank 0 and without times and sketch elsewhere: the
/// slowest time of every iteration, and every rank's own quantiles over the iterations after the warm-up that no rank
/// started late or got a wrong payload in. Rank 0 needs memory for one time an iteration and some quantiles a rank.
/// Collective; blocks. All ranks' timelines have the same length. Throws Error(internal).
results::PointSummary summarise(const mpi::Communicator& world, const Timeline& timeline, std::size_t warmup);

}  // namespace syncbench::app
