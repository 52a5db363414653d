#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "harness/core/detour.hpp"
#include "harness/measure/listen.hpp"
#include "harness/mpi/communicator.hpp"
#include "results/model.hpp"

namespace syncbench::app {

/// What all ranks heard together.
struct DetourTotals {
  std::size_t kept = 0;
  std::uint64_t lost = 0;  ///< what did not fit a rank's memory
  Nanos longest{0};        ///< 0 if there was none
  Nanos threshold{0};
  Nanos step{0};  ///< the loop's shortest, on the slowest rank
};

/// The same on all ranks. Collective; blocks. Throws Error(internal).
DetourTotals total_detours(const mpi::Communicator& world, const measure::Heard& heard);

/// Notes them with the point.
void add_totals(results::PointHeader& header, const DetourTotals& totals);

/// Brings all ranks' detours to rank 0, in the order of ranks and of time, in pieces of bounded size; each rank sends
/// only when rank 0 asks. Collective; `take` is called on rank 0 alone, and what it throws comes out there after the
/// gather is over. Throws Error(internal).
void gather_detours(const mpi::Communicator& world, std::span<const Detour> own,
                    const std::function<void(std::span<const results::DetourRow>)>& take);

}  // namespace syncbench::app
