#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "results/h5/space.hpp"

namespace syncbench::results::h5 {

/// Compresses whole chunks with libdeflate and writes them past HDF5's own filters, into the same format (shuffle, then
/// deflate level 1 in zlib's wrapping): HDF5's way through zlib and three buffers takes nearly twice as long.
class ChunkWriter {
 public:
  ChunkWriter();
  ~ChunkWriter();
  ChunkWriter(const ChunkWriter&) = delete;
  ChunkWriter& operator=(const ChunkWriter&) = delete;

  /// Whether values in memory are what the file holds: on little-endian machines.
  static bool usable() noexcept;

  /// Writes the chunk that begins at `start`. `values` are all its values, each `width` bytes, as the file holds them.
  /// The dataset has shuffle and deflate, in that order, and nothing else. Throws Failure; std::bad_alloc.
  void write(const Dataset& dataset, const Extent& start, std::size_t width, std::span<const std::byte> values);

 private:
  struct Compressor;
  std::unique_ptr<Compressor> compressor_;
  std::vector<std::byte> shuffled_, compressed_;
};

}  // namespace syncbench::results::h5
