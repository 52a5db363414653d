#pragma once

#include <cstdint>
#include <vector>

#include "results/h5/handle.hpp"

namespace syncbench::results::h5 {

/// Extent of each dimension, the slowest first; empty for a scalar.
using Extent = std::vector<std::uint64_t>;

Space make_space(const Extent& extent);

Space space_of(const Dataset& dataset);
Space space_of(const Attribute& attribute);

/// Throws Failure if the space has no extent at all (a "null" dataspace).
Extent extent_of(const Space& space);

/// Number of elements; the largest std::uint64_t where the product does not fit, so that any bound refuses it.
std::uint64_t elements(const Extent& extent) noexcept;

/// The part of a dataset that a call reads or writes.
struct Rectangle {
  Extent start, count;
};

void select(const Space& space, const Rectangle& rectangle);

}  // namespace syncbench::results::h5
