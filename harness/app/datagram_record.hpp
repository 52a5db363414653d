#pragma once

#include <string>
#include <vector>

#include "harness/mpi/datagrams.hpp"
#include "kernels/operation.hpp"
#include "results/model.hpp"

namespace syncbench::app {

/// What a rank received, as it travels to rank 0.
std::string datagram_text(const mpi::DatagramPath& path);

/// The attributes udp_mtu_forward, udp_received_forward, … of a round, from what its ranks received: by rank,
/// datagram_text() of those in a pair. Forward: from the first of a pair to the second.
results::Attributes datagram_attributes(const std::vector<kernels::Group>& pairs,
                                        const std::vector<std::string>& by_rank);

}  // namespace syncbench::app
