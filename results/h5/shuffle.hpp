#pragma once

#include <cstddef>
#include <span>

namespace syncbench::results::h5 {

/// HDF5's shuffle filter: all first bytes of the values, then all second ones, … Times differ in their lowest bytes
/// only. `values` are whole values of `width` bytes; `to` has as many bytes.
void shuffle(std::span<const std::byte> values, std::size_t width, std::byte* to) noexcept;

/// Undoes shuffle().
void unshuffle(std::span<const std::byte> shuffled, std::size_t width, std::byte* to) noexcept;

}  // namespace syncbench::results::h5
