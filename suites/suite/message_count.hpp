#pragma once

#include <cstddef>

#include "harness/core/collective.hpp"
#include "harness/core/units.hpp"
#include "kernels/element_type.hpp"

namespace syncbench::suite {

/// The count of an operation whose *send* buffer has `bytes`, which is what --bytes means: whole elements, rounded
/// down, and at least one. Where a send buffer has a block for each rank (reduce-scatter, all-to-all, the root's of a
/// scatter) blocks are equal, so it holds a whole number of elements for each: a buffer too small for that is made
/// larger.
std::size_t count_for(Collective collective, kernels::ElementType type, Bytes bytes, int ranks) noexcept;

/// The count of an operation that is about a tensor of so many elements. Where one of an operation's buffers has a
/// block for each rank, the tensor is that whole buffer and every rank has its share, as in training with sharded
/// parameters; the last share is padded, so all are equal.
std::size_t count_for_tensor(Collective collective, std::size_t elements, int ranks) noexcept;

}  // namespace syncbench::suite
