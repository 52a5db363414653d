#pragma once

#include <cstddef>
#include <memory>

#include "results/h5/space.hpp"
#include "results/h5/type.hpp"

namespace syncbench::results::h5 {

/// Reads rectangles of datasets like read() in dataset.hpp, but decompresses chunks with libdeflate in several threads,
/// past HDF5's own filters. Keeps its memory from call to call. Not to be shared between threads.
class ChunkReader {
 public:
  ChunkReader();
  ~ChunkReader();
  ChunkReader(ChunkReader&&) noexcept;
  ChunkReader& operator=(ChunkReader&&) noexcept;

  /// Only if that is worth it and gives the same: the dataset is little-endian `number`s in chunks with shuffle and
  /// deflate (and nothing else), all of them written; the rectangle is made of whole chunks, cut off at the dataset's
  /// edges alone, so that none is decompressed twice; chunks are of a moderate size. Else returns false, and what
  /// `data` holds is of no use. Throws Failure where a chunk is damaged; std::bad_alloc. Precondition: the rectangle is
  /// within the dataset, whose extent is plausible (require_plausible).
  bool read(const Dataset& dataset, Number number, const Rectangle& rectangle, void* data);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// How many rows (of the slowest dimension) a chunk has; 1 where there are no chunks.
std::size_t chunk_rows(const Dataset& dataset);

}  // namespace syncbench::results::h5
