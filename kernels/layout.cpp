#include "kernels/layout.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "kernels/indexed_blocks.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::size_t kRowElements = 64, kMatrixRow = 128;  // row
constexpr std::size_t kColumns = 32;                        // column
constexpr std::size_t kDepth = 8;                           // face

std::size_t round_up(std::size_t count, std::size_t of) noexcept { return (count + of - 1) / of * of; }

std::size_t records_of(ElementType type, std::size_t count) noexcept { return count * size_of(type) / kRecordPayload; }

std::size_t span_of_records(std::size_t records) noexcept {
  return records == 0 ? 0 : (records - 1) * kRecordBytes + kRecordFields.back().offset + kRecordFields.back().length;
}

// Calls take(offset, length) for each block of an indexed layout.
template <class Take>
void for_each_block(std::size_t size, std::size_t count, Take take) {
  const IndexedBlocks& blocks = IndexedBlocks::all();
  std::size_t at = 0;
  for (std::size_t place = 0; count > 0; ++place) {
    at += blocks[place].gap * size;
    const std::size_t elements = std::min<std::size_t>(count, blocks[place].elements);
    take(ByteRange{at, elements * size});
    at += elements * size;
    count -= elements;
  }
}

template <class Take>
void for_each_range(const Layout& layout, ElementType type, std::size_t count, Take take) {
  if (layout.kind == LayoutKind::indexed) return for_each_block(size_of(type), count, take);
  if (layout.kind == LayoutKind::record) {
    for (std::size_t record = 0; record < records_of(type, count); ++record) {
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
  if (layout.kind == LayoutKind::indexed) return IndexedBlocks::all().extent(count).blocks;
  if (layout.kind == LayoutKind::record) return records_of(type, count) * kRecordFields.size();
  return regular_ranges(layout, type, count).count;
}

Bytes span_of(const Layout& layout, ElementType type, std::size_t count) {
  if (layout.kind == LayoutKind::indexed) return Bytes{IndexedBlocks::all().extent(count).elements * size_of(type)};
  if (layout.kind == LayoutKind::record) return Bytes{span_of_records(records_of(type, count))};
  const RegularRanges ranges = regular_ranges(layout, type, count);
  return Bytes{ranges.count == 0 ? 0 : ranges.first + (ranges.count - 1) * ranges.stride + ranges.length};
}

Volume volume_of(std::size_t count) noexcept {
  auto rows = std::max<std::size_t>(1, static_cast<std::size_t>(std::sqrt(static_cast<double>(count))));
  while (count % rows != 0) --rows;
  return {.rows = rows, .depth = kDepth, .columns = count / rows, .plane = kDepth / 2};
}

}  // namespace syncbench::kernels
