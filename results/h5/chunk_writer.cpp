#include "results/h5/chunk_writer.hpp"

#include <bit>
#include <new>

#include <hdf5.h>
#include <libdeflate.h>

#include "results/h5/failure.hpp"
#include "results/h5/shuffle.hpp"

namespace syncbench::results::h5 {
namespace {

constexpr int kDeflateLevel = 1;

}  // namespace

struct ChunkWriter::Compressor {
  Compressor() : handle(libdeflate_alloc_compressor(kDeflateLevel)) {
    if (handle == nullptr) throw std::bad_alloc();
  }
  Compressor(const Compressor&) = delete;
  Compressor& operator=(const Compressor&) = delete;
  ~Compressor() { libdeflate_free_compressor(handle); }

  libdeflate_compressor* handle;
};

ChunkWriter::ChunkWriter() : compressor_(std::make_unique<Compressor>()) {}
ChunkWriter::~ChunkWriter() = default;

bool ChunkWriter::usable() noexcept { return std::endian::native == std::endian::little; }

void ChunkWriter::write(const Dataset& dataset, const Extent& start, std::size_t width,
                        std::span<const std::byte> values) {
  shuffled_.resize(values.size());
  shuffle(values, width, shuffled_.data());
  compressed_.resize(libdeflate_zlib_compress_bound(compressor_->handle, values.size()));
  const std::size_t size = libdeflate_zlib_compress(compressor_->handle, shuffled_.data(), shuffled_.size(),
                                                    compressed_.data(), compressed_.size());
  const std::vector<hsize_t> offset(start.begin(), start.end());
  constexpr std::uint32_t kAllFilters = 0;
  if (size == 0 ||
      H5Dwrite_chunk(dataset.id(), H5P_DEFAULT, kAllFilters, offset.data(), size, compressed_.data()) < 0) {
    fail(dataset.id(), "", "could not be written");
  }
}

}  // namespace syncbench::results::h5
