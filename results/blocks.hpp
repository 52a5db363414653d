#pragma once

#include <cstddef>
#include <vector>

#include "results/h5/space.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// Ranks × iterations of what is compressed as one. Its int64 chunk is of 512 KiB to 1 MiB and its uint8 chunk of 64 to
/// 128 KiB, unless the whole point is smaller: then it is the whole point. A block takes in all iterations before it
/// takes in a second rank.
struct BlockShape {
  std::size_t ranks = 1, iterations = 1;
};

/// Precondition: at least one rank and one iteration.
BlockShape block_shape(const SampleShape& shape) noexcept;

/// The chunk of `marks` (and of `evidence`, with counters for marks): a whole fraction of a block, so that writing a
/// block never touches a chunk twice.
h5::Extent marks_chunk(const BlockShape& block, std::size_t marks);

/// Remembers which blocks were touched. What nobody writes is filled in at the end: unwritten chunks take no space, and
/// a reader that bounds extents by what is stored would refuse the point.
class Coverage {
 public:
  struct Cell {
    std::size_t first_rank, ranks, first_iteration, iterations;
  };

  explicit Coverage(const SampleShape& shape);
  void touch(const Cell& rectangle);
  std::vector<Cell> untouched() const;

 private:
  SampleShape shape_;
  BlockShape block_;
  std::size_t columns_;  ///< blocks side by side
  std::vector<bool> touched_;
};

}  // namespace syncbench::results
