#pragma once

#include <cstdint>

#include <syncbench/core/nanos.hpp>
#include <syncbench/mpi/communicator.hpp>

namespace syncbench::measure {

/// What ranks tell each other at the end of a batch, outside the timed region.
struct Control {
  Nanos batch_time{0};       ///< how long the batch took here; agreed: on the slowest rank
  std::int64_t corrupt = 0;  ///< wrong payloads seen here; agreed: the most on one rank
};

/// The one control collective of a batch: every rank gets the same answer, so that every rank decides the same. Blocks.
/// Throws Error(internal).
Control agree(const mpi::Communicator& communicator, const Control& mine);

}  // namespace syncbench::measure
