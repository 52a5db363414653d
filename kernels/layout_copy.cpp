#include "kernels/layout_copy.hpp"

#include <cstring>

#include "kernels/half.hpp"

namespace syncbench::kernels {
namespace {

// Packing, or unpacking.
template <bool into>
void move(std::byte* buffer, std::byte* packed, std::size_t bytes) noexcept {
  std::memcpy(into ? packed : buffer, into ? buffer : packed, bytes);
}

// Single elements: their size is known to the compiler, so a memcpy is a load and a store.
template <bool into, std::size_t size>
void move_elements(std::byte* buffer, std::byte* packed, const RegularRanges& ranges) noexcept {
  buffer += ranges.first;
  for (std::size_t i = 0; i < ranges.count; ++i) {
    std::memcpy(into ? packed + i * size : buffer + i * ranges.stride,
                into ? buffer + i * ranges.stride : packed + i * size, size);
  }
}

template <bool into>
void move_regular(std::byte* buffer, std::byte* packed, const RegularRanges& ranges) noexcept {
  if (ranges.length == 2) return move_elements<into, 2>(buffer, packed, ranges);
  if (ranges.length == 4) return move_elements<into, 4>(buffer, packed, ranges);
  if (ranges.length == 8) return move_elements<into, 8>(buffer, packed, ranges);
  buffer += ranges.first;
  for (std::size_t i = 0; i < ranges.count; ++i)
    move<into>(buffer + i * ranges.stride, packed + i * ranges.length, ranges.length);
}

template <bool into>
void move_records(std::byte* buffer, std::byte* packed, std::size_t records) noexcept {
  for (std::size_t i = 0; i < records; ++i, buffer += kRecordBytes, packed += kRecordPayload) {
    move<into>(buffer, packed, 2);
    move<into>(buffer + 8, packed + 2, 8);
    move<into>(buffer + 16, packed + 10, 4);
    move<into>(buffer + 20, packed + 14, 2);
  }
}

// f16 in memory, f32 on the way.
template <bool into>
void convert(std::byte* buffer, std::byte* packed, std::size_t count) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    std::uint16_t half;
    float single;
    if constexpr (into) {
      std::memcpy(&half, buffer + i * sizeof half, sizeof half);
      single = float_from_half(half);
      std::memcpy(packed + i * sizeof single, &single, sizeof single);
    } else {
      std::memcpy(&single, packed + i * sizeof single, sizeof single);
      half = half_from_float(single);
      std::memcpy(buffer + i * sizeof half, &half, sizeof half);
    }
  }
}

}  // namespace

LayoutCopy::LayoutCopy(const Layout& layout, ElementType type, std::size_t count)
    : layout_(layout), count_(count), regular_(regular_ranges(layout, type, count)) {
  if (layout.kind == LayoutKind::record) count_ = count * size_of(type) / kRecordPayload;
  if (layout.kind == LayoutKind::indexed) blocks_ = ranges_of(layout, type, count);
}

template <bool into>
void LayoutCopy::copy(std::byte* buffer, std::byte* packed) const noexcept {
  switch (layout_.kind) {
    case LayoutKind::record:
      return move_records<into>(buffer, packed, count_);
    case LayoutKind::promoted:
      return convert<into>(buffer, packed, count_);
    case LayoutKind::indexed:
      for (const ByteRange& block : blocks_) {
        move<into>(buffer + block.offset, packed, block.length);
        packed += block.length;
      }
      return;
    case LayoutKind::contiguous:
    case LayoutKind::vector:
    case LayoutKind::row:
    case LayoutKind::column:
    case LayoutKind::face:
    case LayoutKind::unaligned:
      return move_regular<into>(buffer, packed, regular_);
  }
}

// Packing writes nothing to the buffer; one function serves both directions, so that they cannot differ.
void LayoutCopy::pack(const std::byte* buffer, std::byte* packed) const noexcept {
  copy<true>(const_cast<std::byte*>(buffer), packed);  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

void LayoutCopy::unpack(const std::byte* packed, std::byte* buffer) const noexcept {
  copy<false>(buffer, const_cast<std::byte*>(packed));  // NOLINT(cppcoreguidelines-pro-type-const-cast)
}

}  // namespace syncbench::kernels
