// What libFuzzer calls to change a result file: it damages what the structures say and makes their checksums right, so
// that HDF5 and our reader believe it.
#include <algorithm>
#include <array>
#include <random>

#include "harness/app/fuzz/hdf5_blocks.hpp"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

using namespace syncbench::fuzz;
using Random = std::minstd_rand;
using Bytes = std::span<std::uint8_t>;

std::size_t below(Random& random, std::size_t limit) { return limit == 0 ? 0 : random() % limit; }

// Numbers at which sizes, counts, addresses and times go wrong.
std::uint64_t number(Random& random, Bytes file, const std::vector<Block>& blocks) {
  constexpr std::array<std::uint64_t, 14> kEdges{0,
                                                 1,
                                                 2,
                                                 0x7F,
                                                 0xFF,
                                                 0xFFFF,
                                                 0x7FFF'FFFF,
                                                 0xFFFF'FFFF,
                                                 1u << 24,
                                                 std::uint64_t{1} << 40,
                                                 std::uint64_t{1} << 62,
                                                 (std::uint64_t{1} << 63) - 1,
                                                 std::uint64_t{1} << 63,
                                                 ~std::uint64_t{0}};
  switch (below(random, 4)) {
    case 0:
      return blocks.empty() ? 0 : blocks[below(random, blocks.size())].begin;
    case 1:
      return file.size() + below(random, 16) - 8;
    default:
      return kEdges[below(random, kEdges.size())] + below(random, 3) - 1;
  }
}

void put(Bytes file, std::size_t at, std::uint64_t value, std::size_t bytes) {
  for (std::size_t i = 0; i < bytes && at + i < file.size(); ++i)
    file[at + i] = static_cast<std::uint8_t>(value >> (8 * i));
}

void damage(Bytes file, std::size_t at, Random& random, const std::vector<Block>& blocks) {
  if (at >= file.size()) return;
  switch (below(random, 5)) {
    case 0:
      file[at] = static_cast<std::uint8_t>(random());
      break;
    case 1:
      file[at] ^= static_cast<std::uint8_t>(1U << below(random, 8));
      break;
    case 2:
      file[at] = static_cast<std::uint8_t>(file[at] + (below(random, 2) == 0 ? 1 : 255));
      break;
    default:
      put(file, at, number(random, file, blocks), std::size_t{1} << below(random, 4));
  }
}

// One structure's bytes take the place of another's.
void overwrite(Bytes file, const Block& from, const Block& to, Random& random) {
  const std::size_t offset = below(random, 2) == 0 ? 0 : below(random, std::min(from.size, to.size));
  const std::size_t size = std::min({from.size, to.size, file.size() - from.begin, file.size() - to.begin}) - offset;
  std::copy_n(file.begin() + static_cast<std::ptrdiff_t>(from.begin + offset), below(random, size + 1),
              file.begin() + static_cast<std::ptrdiff_t>(to.begin + offset));
}

void mutate(Bytes file, const std::vector<Block>& blocks, Random& random) {
  const std::size_t kind = below(random, 8);
  if (kind == 0 || blocks.empty()) {
    damage(file, below(random, file.size() / 8) * 8, random, blocks);  // samples and other plain values
  } else if (kind == 1) {
    overwrite(file, blocks[below(random, blocks.size())], blocks[below(random, blocks.size())], random);
  } else {
    const Block& block = blocks[below(random, blocks.size())];
    damage(file, block.begin + below(random, block.size), random, blocks);
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most, unsigned seed) {
  Random random(seed + 1);
  if (size < 64 || below(random, 50) == 0) return LLVMFuzzerMutate(data, size, most);
  const Bytes file(data, size);
  const std::vector<Block> blocks = find_blocks(file);
  for (std::size_t left = 1 + (below(random, 2) == 0 ? 0 : below(random, 4)); left > 0; --left)
    mutate(file, blocks, random);
  if (below(random, 20) == 0) size = std::max<std::size_t>(size / 2, below(random, size));
  repair(file.first(size), blocks);
  return size;
}
