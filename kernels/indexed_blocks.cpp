#include "kernels/indexed_blocks.hpp"

#include <algorithm>

#include "harness/core/philox.hpp"

namespace syncbench::kernels {

IndexedBlocks::IndexedBlocks() {
  std::uint32_t elements = 0, end = 0;
  for (std::uint32_t place = 0; place < kPeriod; ++place) {
    const auto drawn = philox4x32({place, 0, 0, 0}, {0, 0});
    const IndexedBlock block{.gap = drawn[0] % (kMostTogether + 1), .elements = 1 + drawn[1] % kMostTogether};
    blocks_.push_back(block);
    elements_.push_back(elements += block.elements);
    ends_.push_back(end += block.gap + block.elements);
  }
}

const IndexedBlocks& IndexedBlocks::all() {
  static const IndexedBlocks blocks;
  return blocks;
}

IndexedBlocks::Extent IndexedBlocks::extent(std::size_t elements) const noexcept {
  const std::size_t periods = elements / elements_.back(), rest = elements % elements_.back();
  const Extent whole{periods * kPeriod, periods * ends_.back()};
  if (rest == 0) return whole;
  const auto last =
      static_cast<std::size_t>(std::lower_bound(elements_.begin(), elements_.end(), rest) - elements_.begin());
  return {whole.blocks + last + 1, whole.elements + ends_[last] - (elements_[last] - rest)};
}

}  // namespace syncbench::kernels
