#pragma once

#include <string>

#include "harness/core/tsc_clock.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::mpi {

/// How far a rank's counter may be off CLOCK_MONOTONIC_RAW by its node's scale: far more than a calibration errs, far
/// less than what counters of processors that were never set together differ by.
inline constexpr Nanos kMostTscDisagreement{1'000};

/// The scale of this node's time stamp counter, or why it has none to share.
struct SharedTsc {
  TscScale scale;
  std::string refusal;  ///< a clause for people, of this rank alone; empty if all is well
};

/// The node's lowest rank calibrates its counter and hands the scale to the others; each then compares its own counter
/// with CLOCK_MONOTONIC_RAW, which is one clock for the whole node. Collective over the ranks of a node; blocks for 50
/// ms. Nothing is calibrated where some rank's CPU has no invariant counter. Throws Error(internal) when MPI fails.
SharedTsc share_tsc(const Communicator& node);

}  // namespace syncbench::mpi
