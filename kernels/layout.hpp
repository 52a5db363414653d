#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/units.hpp"
#include "kernels/element_type.hpp"

namespace syncbench::kernels {

/// How the elements of a message lie in memory.
enum class LayoutKind {
  contiguous,  ///< one after the other
  vector,      ///< every `step`-th element
  row,         ///< half of each row of a matrix: 64 elements of every 128
  column,      ///< one column of a matrix whose rows have 32 elements
  indexed,     ///< blocks of 1 to 16 elements with gaps of 0 to 16 between them, the same in each message
  face,        ///< of a volume of rows × 8 × columns, the plane in the middle of the second dimension
  record,      ///< struct { int16_t; double; float; int16_t; }: 16 of every 24 bytes
  unaligned,   ///< contiguous, but `step` bytes past an aligned address
  promoted,    ///< contiguous half-precision numbers that travel as the operation's type
};

/// A layout and its number, if its kind has one.
struct Layout {
  LayoutKind kind = LayoutKind::contiguous;
  std::size_t step = 0;  ///< vector: elements from one to the next; unaligned: bytes
  bool contiguous() const noexcept { return kind == LayoutKind::contiguous; }
  bool operator==(const Layout&) const = default;
};

/// As users write it and files store it: "vector:4", "unaligned:1", "column".
std::string layout_text(const Layout& layout);

/// Bytes of a buffer that lie together.
struct ByteRange {
  std::size_t offset, length;
  bool operator==(const ByteRange&) const = default;
};

/// The type that elements have in memory; what travels is `type`.
constexpr ElementType stored_type(const Layout& layout, ElementType type) noexcept {
  return layout.kind == LayoutKind::promoted ? ElementType::f16 : type;
}

/// The least number of elements from `count` up that the layout can hold: whole rows, whole records.
std::size_t whole_count(const Layout& layout, ElementType type, std::size_t count) noexcept;

/// Ranges that are as long as each other and as far apart.
struct RegularRanges {
  std::size_t first, length, stride, count;  ///< bytes but for `count`
};

/// The layout's ranges in that form; a count of 0 where it has none (indexed, record). Precondition, as below: `count`
/// is whole.
RegularRanges regular_ranges(const Layout& layout, ElementType type, std::size_t count) noexcept;

/// Which bytes of a buffer belong to a message of `count` elements, in the message's order: what packing, verification
/// and MPI datatypes are each held to. Throws std::bad_alloc.
std::vector<ByteRange> ranges_of(const Layout& layout, ElementType type, std::size_t count);

/// How many ranges there are, and how many bytes a buffer needs from its aligned address to the end of the last one; 0
/// for no elements. Neither goes over the ranges: plans ask for messages of any size.
std::size_t range_count(const Layout& layout, ElementType type, std::size_t count);
Bytes span_of(const Layout& layout, ElementType type, std::size_t count);

/// The sides of a volume whose face has `count` elements: as near to a square as the count's divisors allow.
struct Volume {
  std::size_t rows, depth, columns;
  std::size_t plane;  ///< which of the `depth` planes is the face
};
Volume volume_of(std::size_t count) noexcept;

/// A record's fields.
inline constexpr std::size_t kRecordBytes = 24, kRecordPayload = 16;
inline constexpr std::array<ByteRange, 4> kRecordFields{{{0, 2}, {8, 8}, {16, 4}, {20, 2}}};

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::LayoutKind> {
  static constexpr std::array<std::pair<kernels::LayoutKind, std::string_view>, 9> table{{
      {kernels::LayoutKind::contiguous, "contiguous"},
      {kernels::LayoutKind::vector, "vector"},
      {kernels::LayoutKind::row, "row"},
      {kernels::LayoutKind::column, "column"},
      {kernels::LayoutKind::indexed, "indexed"},
      {kernels::LayoutKind::face, "face"},
      {kernels::LayoutKind::record, "struct"},
      {kernels::LayoutKind::unaligned, "unaligned"},
      {kernels::LayoutKind::promoted, "half-to-float"},
  }};
};
