#pragma once

#include <span>

#include "harness/core/collective.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// How many send buffers of one rank cross one node's link in one direction at most, whichever of the usual algorithms
/// a library takes, the linear ones among them (Thakur, Rabenseifner & Gropp 2005, doi 10.1177/1094342005051521, has
/// what each one sends). `nodes`: the node of each rank. At least 1; 1 for a single node. Never fails.
///
/// Patterns: the messages of the schedule with root 0 · all-to-all: each rank's own · scatter: the root's, which holds
/// a block for each rank · allgather: to each rank of the node those of all ranks elsewhere · other rooted ones: those
/// of (or for) all ranks elsewhere · allreduce, reduce-scatter, scan, exscan: the greater of a linear algorithm's and
/// of recursive doubling's, in which each rank of the node sends its whole buffer in each step between nodes.
double most_buffers_over_a_link(Collective collective, std::span<const NodeIndex> nodes);

}  // namespace syncbench
