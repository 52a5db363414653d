#pragma once

#include <string>
#include <vector>

#include "harness/app/rank_facts.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::app {

/// What every node is like at this moment, with its ranks' own counters and what each says of itself (`own`), JSON in
/// the order of nodes, on rank 0; empty elsewhere. The node's part is read by its lowest rank. Collective; blocks for
/// as long as the slowest node needs (some milliseconds). Throws Error(internal).
std::vector<std::string> gather_node_facts(const mpi::Communicator& world, const std::vector<RankFacts>& ranks,
                                           const machine::Facts& own);

}  // namespace syncbench::app
