#pragma once

#include <cstddef>
#include <vector>

#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

// How ranks bring what they have to rank 0 without anything piling up there: each sends only when it is asked. Both
// block and throw Error(internal). At most 2 GiB at a time.

/// On a rank other than 0: waits until rank 0 asks, then sends.
void send_when_asked(const mpi::Communicator& world, const std::vector<std::byte>& packed);

/// On rank 0: asks a rank and receives exactly as many bytes as `packed` has.
void ask(const mpi::Communicator& world, std::size_t rank, std::vector<std::byte>& packed);

}  // namespace syncbench::app
