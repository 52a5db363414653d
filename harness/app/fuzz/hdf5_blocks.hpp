#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/app/fuzz/input.hpp"

namespace syncbench::fuzz {

/// A structure of an HDF5 file that a signature begins.
struct Block {
  std::size_t begin = 0;
  std::size_t size = 0;      ///< as far as is known
  std::size_t checksum = 0;  ///< where its checksum lies in the file; 0 if it has none
  bool whole = false;        ///< the checksum is of all bytes, itself taken for 0, and not of those before it
};

/// All structures with a signature, in the order of the file (HDF5 file format specification 3.0): superblocks, object
/// headers and their continuations, fractal heaps, trees of both versions, heaps. Where a structure does not say how
/// long it is, its checksum tells: expects a file whose checksums are right.
std::vector<Block> find_blocks(Input file);

/// Makes the checksums of these blocks right.
void repair(std::span<std::uint8_t> file, std::span<const Block> blocks);

}  // namespace syncbench::fuzz
