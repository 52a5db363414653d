#pragma once

#include <cstddef>

#include <syncbench/kernels/operation.hpp>

namespace syncbench::kernels {

/// Elements that one rank has in its own send and receive buffers for an operation.
struct Extent {
  std::size_t send = 0, receive = 0;
  bool operator==(const Extent&) const = default;
};

/// What the collective's meaning asks of that rank. `ranks` take part.
Extent extent_of(const Operation& operation, Rank rank, int ranks) noexcept;

}  // namespace syncbench::kernels
