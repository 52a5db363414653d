#include "results/blocks.hpp"

#include <algorithm>
#include <bit>

namespace syncbench::results {
namespace {

// 64 Ki values: 512 KiB of int64, 64 KiB of uint8.
constexpr std::size_t kBlockValues = std::size_t{1} << 16;
constexpr std::size_t kLargestChunkValues = 2 * kBlockValues;

constexpr std::size_t divided_up(std::size_t a, std::size_t b) noexcept { return (a + b - 1) / b; }

}  // namespace

BlockShape block_shape(const SampleShape& shape) noexcept {
  const std::size_t iterations = std::min(shape.iterations, kBlockValues);
  // Powers of two, unless one block covers the whole dimension: so halves of blocks meet the blocks' edges.
  return {std::min(shape.ranks, std::bit_ceil(divided_up(kBlockValues, iterations))), iterations};
}

h5::Extent marks_chunk(const BlockShape& block, std::size_t marks) {
  BlockShape chunk = block;
  while (chunk.ranks * chunk.iterations * marks > kLargestChunkValues && chunk.ranks * chunk.iterations > 1) {
    std::size_t& halved = chunk.ranks > 1 ? chunk.ranks : chunk.iterations;
    halved = divided_up(halved, 2);
  }
  return {chunk.ranks, chunk.iterations, marks};
}

Coverage::Coverage(const SampleShape& shape)
    : shape_(shape),
      block_(block_shape(shape)),
      columns_(divided_up(shape.iterations, block_.iterations)),
      touched_(columns_ * divided_up(shape.ranks, block_.ranks)) {}

void Coverage::touch(const Cell& rectangle) {
  const std::size_t last_row = (rectangle.first_rank + rectangle.ranks - 1) / block_.ranks;
  const std::size_t last_column = (rectangle.first_iteration + rectangle.iterations - 1) / block_.iterations;
  for (std::size_t row = rectangle.first_rank / block_.ranks; row <= last_row; ++row) {
    for (std::size_t column = rectangle.first_iteration / block_.iterations; column <= last_column; ++column) {
      touched_[row * columns_ + column] = true;
    }
  }
}

std::vector<Coverage::Cell> Coverage::untouched() const {
  std::vector<Cell> cells;
  for (std::size_t i = 0; i < touched_.size(); ++i) {
    if (touched_[i]) continue;
    const std::size_t rank = i / columns_ * block_.ranks;
    const std::size_t iteration = i % columns_ * block_.iterations;
    cells.push_back({rank, std::min(block_.ranks, shape_.ranks - rank), iteration,
                     std::min(block_.iterations, shape_.iterations - iteration)});
  }
  return cells;
}

}  // namespace syncbench::results
