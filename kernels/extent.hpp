#pragma once

#include <cstddef>

#include "kernels/operation.hpp"

namespace syncbench::kernels {

/// Elements that one rank has in its own send and receive buffers for an operation.
struct Extent {
  std::size_t send = 0, receive = 0;
  bool operator==(const Extent&) const = default;
};

/// What the collective's meaning asks of that rank. `ranks` take part.
///
/// Where a buffer consists of one block for each rank (a scatter's send buffer at the root, a gather's
/// receive buffer there, an allgather's receive buffer, a reduce-scatter's send buffer, both of an all-to-all, and
/// where a pattern's schedule says so), an operation's `count` is that of a block, and blocks are equal: the buffer
/// holds `count` × `ranks` elements in the order of the ranks, one's own included. A pattern leaves blocks as they are
/// that no message fills: the root of a centre receives none from itself. Rank 0 receives nothing in an exscan. Throws
/// std::bad_alloc.
Extent extent_of(const Operation& operation, Rank rank, int ranks);

}  // namespace syncbench::kernels
