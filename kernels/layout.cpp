#include "layout.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <syncbench/core/philox.hpp>

namespace syncbench::kernels {
namespace {

constexpr std::size_t kRowElements = 64, kMatrixRow = 128;  // row
constexpr std::size_t kColumns = 32;                        // column
constexpr std::size_t kDepth = 8;                           // face
constexpr std::size_t kMostTogether = 16;                   // indexed: of a block, and of a gap

std::size_t round_up(std::size_t count, std::size_t of) noexcept { return (count + of - 1) / of * of; }

// Calls take(offset, length) for each block of an indexed layout.
template <class Take>
void for_each_block(std::size_t size, std::size_t count, Take take) {
  std::size_t at = 0;
  for (std::uint32_t block = 0; count > 0; ++block) {
    const auto drawn = philox4x32({block, 0, 0, 0}, {0, 0});
    at += drawn[0] % (kMostTogether + 1) * size;
    const std::size_t elements = std::min<std::size_t>(count, 1 + drawn[1] % kMostTogether);
    take(ByteRange{at, elements * size});
    at += elements * size;
    count -= elements;
  }
}

template <class Take>
void for_each_range(const Layout& layout, ElementType type, std::size_t count, Take take) {
  if (layout.kind == LayoutKind::indexed) return for_each_block(size_of(type), count, take);
  if (layout.kind == LayoutKind::record) {
    for (std::size_t record = 0; record < count * size_of(type) / kRecordPayload; ++record) {
      for (const ByteRange& field : kRecordFields) take(ByteRange{record * kRecordBytes + field.offset, field.length});
    }
    return;
  }
  const RegularRanges ranges = regular_ranges(layout, type, count);
  for (std::size_t i = 0; i < ranges.count; ++i) take(ByteRange{ranges.first + i * ranges.stride, ranges.length});
}

}  // namespace

std::string layout_text(const Layout& layout) {
  std::string name(name_of(layout.kind));
  const bool numbered = layout.kind == LayoutKind::vector || layout.kind == LayoutKind::unaligned;
  return numbered ? fmt::format("{}:{}", name, layout.step) : name;
}

std::size_t whole_count(const Layout& layout, ElementType type, std::size_t count) noexcept {
  if (layout.kind == LayoutKind::row) return round_up(count, kRowElements);
  if (layout.kind == LayoutKind::record) return round_up(count, kRecordPayload / size_of(type));
  return count;
}

RegularRanges regular_ranges(const Layout& layout, ElementType type, std::size_t count) noexcept {
  const std::size_t size = size_of(type);
  if (count == 0) return {};
  switch (layout.kind) {
    case LayoutKind::contiguous:
      return {0, count * size, count * size, 1};
    case LayoutKind::vector:
      return {0, size, layout.step * size, count};
    case LayoutKind::row:
      return {0, kRowElements * size, kMatrixRow * size, count / kRowElements};
    case LayoutKind::column:
      return {0, size, kColumns * size, count};
    case LayoutKind::face: {
      const Volume volume = volume_of(count);
      const std::size_t row = volume.columns * size;
      return {volume.plane * row, row, volume.depth * row, volume.rows};
    }
    case LayoutKind::unaligned:
      return {layout.step, count * size, count * size, 1};
    case LayoutKind::promoted: {
      const std::size_t stored = count * size_of(stored_type(layout, type));
      return {0, stored, stored, 1};
    }
    case LayoutKind::indexed:
    case LayoutKind::record:
      break;
  }
  return {};
}

std::vector<ByteRange> ranges_of(const Layout& layout, ElementType type, std::size_t count) {
  std::vector<ByteRange> ranges;
  for_each_range(layout, type, count, [&](const ByteRange& each) { ranges.push_back(each); });
  return ranges;
}

std::size_t range_count(const Layout& layout, ElementType type, std::size_t count) {
  std::size_t ranges = 0;
  for_each_range(layout, type, count, [&](const ByteRange&) { ++ranges; });
  return ranges;
}

Bytes span_of(const Layout& layout, ElementType type, std::size_t count) {
  const RegularRanges regular = regular_ranges(layout, type, count);
  if (regular.count > 0) return Bytes{regular.first + (regular.count - 1) * regular.stride + regular.length};
  std::size_t end = 0;
  for_each_range(layout, type, count, [&](const ByteRange& each) { end = each.offset + each.length; });
  return Bytes{end};
}

Volume volume_of(std::size_t count) noexcept {
  std::size_t rows = 1;
  for (std::size_t side = 1; side * side <= count; ++side) {
    if (count % side == 0) rows = side;
  }
  return {.rows = rows, .depth = kDepth, .columns = count / rows, .plane = kDepth / 2};
}

}  // namespace syncbench::kernels
