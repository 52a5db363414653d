#pragma once

#include <compare>
#include <cstddef>

namespace syncbench {

/// An amount of memory or payload.
struct Bytes {
  std::size_t count = 0;
  auto operator<=>(const Bytes&) const = default;
};

/// A rank of the communicator that is measured, from 0.
struct Rank {
  int value = 0;
  auto operator<=>(const Rank&) const = default;
};

/// A node (host) of the run, numbered from 0 in the order of its lowest rank.
struct NodeIndex {
  int value = 0;
  auto operator<=>(const NodeIndex&) const = default;
};

/// An iteration of one point, counted from 0 over warm-up and all blocks.
struct Iteration {
  std::size_t value = 0;
  auto operator<=>(const Iteration&) const = default;
};

}  // namespace syncbench
