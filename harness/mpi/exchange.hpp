#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "harness/mpi/communicator.hpp"

namespace syncbench::mpi {

// What ranks tell each other outside timed regions. All calls are collective, block, and throw Error(internal).

/// Every rank's text on rank 0, in rank order; empty elsewhere.
std::vector<std::string> gather_texts(const Communicator& communicator, const std::string& mine);

/// Every rank's text on every rank, in rank order.
std::vector<std::string> allgather_texts(const Communicator& communicator, const std::string& mine);

/// The root's text on every rank.
std::string broadcast_text(const Communicator& communicator, const std::string& text, Rank root);

/// The root's number on every rank.
std::int64_t broadcast_number(const Communicator& communicator, std::int64_t number, Rank root);

/// The lowest and highest of all ranks' numbers, on every rank.
struct Range {
  std::int64_t lowest, highest;
};
Range range_over_ranks(const Communicator& communicator, std::int64_t mine);

/// Of each number the highest over all ranks, on every rank; all pass as many.
std::vector<std::int64_t> highest_over_ranks(const Communicator& communicator, std::vector<std::int64_t> numbers);

/// The node of every rank, on every rank: nodes are numbered from 0 in the order of their lowest rank.
std::vector<NodeIndex> node_of_each_rank(const Communicator& communicator);

}  // namespace syncbench::mpi
