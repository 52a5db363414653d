#include "results/h5/chunk_reader.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <functional>
#include <memory>
#include <new>
#include <span>
#include <thread>
#include <vector>

#include <hdf5.h>
#include <libdeflate.h>

#include "results/h5/file.hpp"
#include "results/h5/shuffle.hpp"

namespace syncbench::results::h5 {
namespace {

constexpr std::size_t kLargestChunk = std::size_t{16} << 20;  // bytes: every thread holds two
constexpr std::size_t kMostThreads = 8;
constexpr std::size_t kChunksAtOnce = 64;  // whose compressed bytes are in memory

struct FreeDecompressor {
  void operator()(libdeflate_decompressor* decompressor) const noexcept { libdeflate_free_decompressor(decompressor); }
};
using Decompressor = std::unique_ptr<libdeflate_decompressor, FreeDecompressor>;

// One chunk as the file has it.
struct Packed {
  Extent start;
  std::vector<std::byte> bytes;
};

bool is_filter(const Properties& creation, unsigned position, H5Z_filter_t wanted) {
  unsigned flags = 0, configuration = 0;
  std::size_t values = 0;
  return H5Pget_filter2(creation.id(), position, &flags, &values, nullptr, 0, nullptr, &configuration) == wanted;
}

bool has_our_filters(const Properties& creation) {
  return H5Pget_layout(creation.id()) == H5D_CHUNKED && H5Pget_nfilters(creation.id()) == 2 &&
         is_filter(creation, 0, H5Z_FILTER_SHUFFLE) && is_filter(creation, 1, H5Z_FILTER_DEFLATE);
}

Extent chunk_of(const Properties& creation, std::size_t dimensions) {
  std::vector<hsize_t> chunk(dimensions);
  if (H5Pget_chunk(creation.id(), static_cast<int>(dimensions), chunk.data()) != static_cast<int>(dimensions))
    return {};
  return {chunk.begin(), chunk.end()};
}

// Whole chunks, cut off by nothing but the dataset's edge.
bool is_aligned(const Rectangle& rectangle, const Extent& chunk, const Extent& extent) {
  for (std::size_t i = 0; i < chunk.size(); ++i) {
    const std::uint64_t end = rectangle.start[i] + rectangle.count[i];
    if (rectangle.start[i] % chunk[i] != 0 || (end % chunk[i] != 0 && end != extent[i])) return false;
  }
  return true;
}

// Puts chunks' values where they belong in a rectangle.
class Target {
 public:
  Target(const Rectangle& rectangle, const Extent& chunk, std::size_t width, void* data)
      : rectangle_(rectangle), chunk_(chunk), width_(width), data_(static_cast<std::byte*>(data)) {}

  std::size_t chunk_bytes() const noexcept { return elements(chunk_) * width_; }
  std::size_t width() const noexcept { return width_; }

  // Beginnings of the chunks that the rectangle is made of, in the order of the file.
  std::vector<Extent> starts() const {
    std::vector<Extent> all{rectangle_.start};
    for (std::size_t i = 0; i < chunk_.size(); ++i) {
      std::vector<Extent> more;
      for (const Extent& each : all) {
        for (std::uint64_t at = 0; at < rectangle_.count[i]; at += chunk_[i]) {
          more.push_back(each);
          more.back()[i] += at;
        }
      }
      all = std::move(more);
    }
    return all;
  }

  // Where a chunk's values lie side by side as in the chunk itself; null where rows of others come between them.
  std::byte* whole(const Extent& start) const {
    const std::uint64_t first = start[0] - rectangle_.start[0];
    if (rectangle_.count[0] - first < chunk_[0]) return nullptr;
    if (!std::equal(chunk_.begin() + 1, chunk_.end(), rectangle_.count.begin() + 1)) return nullptr;
    return data_ + first / chunk_[0] * chunk_bytes();
  }

  void place(const Extent& start, const std::byte* values) const { place(start, 0, values, 0, 0); }

 private:
  // Copies dimension after dimension; the last one's values lie side by side on both sides.
  void place(const Extent& start, std::size_t dimension, const std::byte* values, std::size_t from,
             std::size_t to) const {
    const std::uint64_t offset = start[dimension] - rectangle_.start[dimension];
    const std::uint64_t count = std::min(chunk_[dimension], rectangle_.count[dimension] - offset);
    from *= chunk_[dimension];
    to = to * rectangle_.count[dimension] + offset;
    if (dimension + 1 == chunk_.size()) {
      std::memcpy(data_ + to * width_, values + from * width_, count * width_);
      return;
    }
    for (std::uint64_t i = 0; i < count; ++i) place(start, dimension + 1, values, from + i, to + i);
  }

  const Rectangle& rectangle_;
  const Extent& chunk_;
  std::size_t width_;
  std::byte* data_;
};

// Reads a chunk's compressed bytes; false if it was never written or without a filter, which HDF5 knows to read.
bool fetch(const Dataset& dataset, Packed& chunk) {
  const std::vector<hsize_t> offset(chunk.start.begin(), chunk.start.end());
  hsize_t stored = 0;
  if (H5Dget_chunk_storage_size(dataset.id(), offset.data(), &stored) < 0 || stored == 0) return false;
  if (stored > file_size(dataset.id())) refuse(dataset.id(), "", "has a chunk that is larger than the file");
  chunk.bytes.resize(stored);
  std::uint32_t left_out = 0;
  if (H5Dread_chunk(dataset.id(), H5P_DEFAULT, offset.data(), &left_out, chunk.bytes.data()) < 0)
    fail(dataset.id(), "", "could not be read");
  return left_out == 0;
}

// What one thread needs.
struct Worker {
  Decompressor decompressor{libdeflate_alloc_decompressor()};
  std::vector<std::byte> shuffled, values;

  // Takes chunk after chunk until none is left; false if one is damaged, or without memory.
  bool unpack(std::span<const Packed> chunks, std::atomic<std::size_t>& next, const Target& target) noexcept try {
    if (!decompressor) return false;
    shuffled.resize(target.chunk_bytes());
    values.resize(target.chunk_bytes());
    for (std::size_t i = next++; i < chunks.size(); i = next++) {
      const Packed& chunk = chunks[i];
      if (libdeflate_zlib_decompress(decompressor.get(), chunk.bytes.data(), chunk.bytes.size(), shuffled.data(),
                                     shuffled.size(), nullptr) != LIBDEFLATE_SUCCESS)
        return false;
      if (std::byte* to = target.whole(chunk.start)) {
        unshuffle(shuffled, target.width(), to);
        continue;
      }
      unshuffle(shuffled, target.width(), values.data());
      target.place(chunk.start, values.data());
    }
    return true;
  } catch (const std::bad_alloc&) {
    return false;
  }
};

std::size_t thread_count() noexcept {
  return std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
}

}  // namespace

struct ChunkReader::State {
  std::vector<Worker> workers{thread_count()};
  std::vector<Packed> chunks{kChunksAtOnce};

  bool unpack(std::size_t count, const Target& target) {
    const std::span<const Packed> fetched = std::span(chunks).first(count);
    std::atomic<std::size_t> next = 0;
    std::atomic<bool> whole = true;
    const auto work = [&](Worker& worker) {
      if (!worker.unpack(fetched, next, target)) whole = false;
    };
    {
      std::vector<std::jthread> threads;
      for (std::size_t i = 1; i < std::min(workers.size(), count); ++i)
        threads.emplace_back(work, std::ref(workers[i]));
      work(workers.front());
    }
    return whole;
  }
};

ChunkReader::ChunkReader() : state_(std::make_unique<State>()) {}
ChunkReader::~ChunkReader() = default;
ChunkReader::ChunkReader(ChunkReader&&) noexcept = default;
ChunkReader& ChunkReader::operator=(ChunkReader&&) noexcept = default;

bool ChunkReader::read(const Dataset& dataset, Number number, const Rectangle& rectangle, void* data) {
  const Type type = type_of(dataset);
  if (std::endian::native != std::endian::little || H5Tequal(type.id(), stored(number).id()) <= 0) return false;
  const Properties creation(H5Dget_create_plist(dataset.id()));
  if (!creation.open() || !has_our_filters(creation)) return false;
  const Extent chunk = chunk_of(creation, rectangle.count.size());
  if (chunk.empty() || !is_aligned(rectangle, chunk, extent_of(space_of(dataset)))) return false;
  const Target target(rectangle, chunk, size_of(type), data);
  if (elements(chunk) > kLargestChunk / target.width()) return false;

  const std::vector<Extent> starts = target.starts();
  for (std::size_t first = 0; first < starts.size(); first += kChunksAtOnce) {
    const std::size_t count = std::min(starts.size() - first, kChunksAtOnce);
    for (std::size_t i = 0; i < count; ++i) {
      state_->chunks[i].start = starts[first + i];
      if (!fetch(dataset, state_->chunks[i])) return false;
    }
    if (!state_->unpack(count, target)) refuse(dataset.id(), "", "has a chunk that does not decompress");
  }
  return true;
}

std::size_t chunk_rows(const Dataset& dataset) {
  const Properties creation(H5Dget_create_plist(dataset.id()));
  if (!creation.open() || H5Pget_layout(creation.id()) != H5D_CHUNKED) return 1;
  const Extent chunk = chunk_of(creation, extent_of(space_of(dataset)).size());
  return chunk.empty() ? 1 : std::max<std::size_t>(chunk.front(), 1);
}

}  // namespace syncbench::results::h5
