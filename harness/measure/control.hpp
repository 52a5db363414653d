#pragma once

#include <cstdint>

#include "harness/core/nanos.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::measure {

/// What ranks tell each other at the end of a batch, outside the timed region. Agreed is always the most of any rank.
struct Control {
  Nanos batch_time{0};       ///< how long the batch took
  int signal = 0;            ///< that asks this rank to end
  std::int64_t corrupt = 0;  ///< wrong payloads seen so far
  std::int64_t curable = 0;  ///< late starts in the batch that the gate may cure
};

/// How a rank waits for the others.
enum class Waiting {
  busy,     ///< inside MPI, as any collective does
  polling,  ///< the same, but in a form that others may sleep in
  asleep,   ///< sleeps between polls, so that ranks that are measured have processors and network for themselves
};

/// The one control collective of a batch: every rank gets the same answer, so that every rank decides the same. Blocks.
/// All ranks wait busily, or each by polling or asleep. Throws Error(internal).
Control agree(const mpi::Communicator& communicator, const Control& mine, Waiting waiting = Waiting::busy);

}  // namespace syncbench::measure
