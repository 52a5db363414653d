#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace syncbench::kernels {

/// A block of an indexed layout, in elements: a gap and the elements behind it.
struct IndexedBlock {
  std::uint32_t gap, elements;
};

/// The blocks of all indexed layouts: kPeriod of them are drawn (Philox4x32-10, key 0, counter {block, 0, 0, 0}: the
/// gap from the first word, the elements from the second), then the same follow again. So their number and their length
/// are known without going over them.
class IndexedBlocks {
 public:
  static constexpr std::size_t kPeriod = 65'536;
  static constexpr std::uint32_t kMostTogether = 16;  ///< elements of a block, and of a gap

  /// Drawn at the first call.
  static const IndexedBlocks& all();

  /// The block at that place of the sequence, however far.
  const IndexedBlock& operator[](std::size_t place) const noexcept { return blocks_[place % kPeriod]; }

  /// Where a message of so many elements ends: how many blocks it takes, the last one perhaps cut short, and how many
  /// elements lie from its beginning to its end, gaps included.
  struct Extent {
    std::size_t blocks, elements;
    bool operator==(const Extent&) const = default;
  };
  Extent extent(std::size_t elements) const noexcept;

 private:
  IndexedBlocks();

  std::vector<IndexedBlock> blocks_;
  std::vector<std::uint32_t> elements_, ends_;  // up to the end of each block of a period: without gaps, and with them
};

}  // namespace syncbench::kernels
