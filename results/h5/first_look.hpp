#pragma once

#include <cstdint>
#include <optional>
#include <span>

namespace syncbench::results::h5 {

/// HDF5 1.10.8 believes much of what a file's structures say once their checksums are right: it divides by a table
/// width of 0, reads names that do not end, follows references into heaps that are not there, and frees what it never
/// made. So our reading driver looks at a structure before HDF5 gets it. Numbers of sections are those of the HDF5 file
/// format specification 3.0.

/// Bytes of a version 2 object header up to the end of its first chunk's messages, checksum not included; nothing if
/// these bytes do not begin one, or it does not say (section IV.A.1.b).
std::optional<std::uint64_t> object_header_size(std::span<const unsigned char> begin) noexcept;

/// What is to be looked at lies in a file of that size.
struct FirstLook {
  std::uint64_t file_size = 0;
  bool counted = false;  ///< whether messages of the object header seen last have a creation index

  /// Whether an object header's first chunk is sound: `bytes` are as many as object_header_size() says.
  bool is_sound_header(std::span<const unsigned char> bytes) noexcept;
  /// Whether the continuation of the header that was seen last is sound: the whole block, with its checksum.
  bool is_sound_continuation(std::span<const unsigned char> bytes) const noexcept;
  /// Whether the header of a fractal heap is one that HDF5 can count with: managed objects only, no filters (III.G).
  bool is_sound_heap_header(std::span<const unsigned char> bytes) const noexcept;
  /// Whether the header of a version 2 B-tree is one that HDF5 can count with (III.A.2).
  bool is_sound_tree_header(std::span<const unsigned char> bytes) const noexcept;
  /// Whether no record of a leaf of attributes leads to a heap of shared messages, which our files do not have. (How
  /// many records an inner node has, before its pointers, is not in the node.)
  bool is_sound_leaf(std::span<const unsigned char> bytes) const noexcept;

  /// Whether what a read gave can be handed on; of an object header `bytes` may be the beginning only.
  bool is_sound(std::span<const unsigned char> bytes) const noexcept;

 private:
  bool are_sound_messages(std::span<const unsigned char> bytes) const noexcept;
};

}  // namespace syncbench::results::h5
