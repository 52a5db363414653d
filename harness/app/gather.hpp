#pragma once

#include <functional>

#include "harness/core/timeline.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/writer.hpp"

namespace syncbench::app {

/// How much is gathered at a time; rank 0 needs memory for one such block, however many ranks and iterations there are.
struct GatherExtent {
  std::size_t ranks = 1;
  std::size_t iterations = 1;
};

/// Brings all ranks' samples of a point to rank 0, block by block: ranks in groups, iterations in stretches. Each rank
/// sends only when rank 0 asks, so that nothing piles up there. Collective; `take` is called on rank 0 alone, and what
/// it throws comes out on rank 0 after the gather is over. All ranks' timelines have the same shape. Throws
/// Error(internal).
void gather_samples(const mpi::Communicator& world, const Timeline& timeline, bool targets, GatherExtent extent,
                    const std::function<void(const results::SampleBlock&)>& take);

}  // namespace syncbench::app
