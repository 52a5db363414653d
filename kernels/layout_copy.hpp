#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "kernels/layout.hpp"

namespace syncbench::kernels {

/// Packs and unpacks a message by hand, as an application does that knows its layout: rows by memcpy, single elements
/// by a loop over them, records field by field, blocks along a list of theirs, half-precision numbers by conversion.
class LayoutCopy {
 public:
  /// Throws std::bad_alloc. Precondition: `count` is whole.
  LayoutCopy(const Layout& layout, ElementType type, std::size_t count);

  /// Timed: from a buffer of the layout into contiguous elements of the operation's type, or back; bytes of the buffer
  /// that do not belong to the layout are left as they are.
  void pack(const std::byte* buffer, std::byte* packed) const noexcept;
  void unpack(const std::byte* packed, std::byte* buffer) const noexcept;

 private:
  template <bool into>
  void copy(std::byte* buffer, std::byte* packed) const noexcept;

  Layout layout_;
  std::size_t count_;  // elements, or records
  RegularRanges regular_;
  std::vector<ByteRange> blocks_;  // of an indexed layout
};

}  // namespace syncbench::kernels
