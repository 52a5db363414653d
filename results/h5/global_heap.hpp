#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace syncbench::results::h5 {

/// HDF5 keeps texts of variable length in "global heap" collections (file format specification 3.0, section III.E).
/// They are the one structure of our files without a checksum, and HDF5 1.10.8 copies beyond its buffers where one is
/// damaged.

/// Size of the collection that begins here, header included; nothing if none does.
std::optional<std::uint64_t> heap_collection_size(std::span<const unsigned char> begin) noexcept;

/// Whether the objects of a whole collection fill it exactly, each with an index of its own.
bool is_sound_heap_collection(std::span<const unsigned char> collection);

}  // namespace syncbench::results::h5
