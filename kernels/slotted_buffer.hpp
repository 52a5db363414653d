#pragma once

#include <cstddef>
#include <span>

#include "kernels/buffer.hpp"

namespace syncbench::kernels {

/// The same buffer once for every slot, in one piece of memory: a slot costs an address and no object, however many
/// there are. A buffer without bytes has an address too.
class SlottedBuffer {
 public:
  SlottedBuffer() = default;

  /// All pages are touched. Throws std::bad_alloc. The provider must outlive it.
  SlottedBuffer(BufferProvider& provider, Bytes each, std::size_t slots);

  Bytes size() const noexcept { return each_; }  ///< of one slot
  std::byte* at(std::size_t slot) const noexcept { return all_.data() + slot * stride_; }

  /// Copies host bytes into a slot's buffer at an offset, or out of it; blocks. Precondition: inside the buffer.
  void write(std::size_t slot, std::size_t offset, std::span<const std::byte> from);
  void read(std::size_t slot, std::size_t offset, std::span<std::byte> to) const;

  /// Takes a slot's lines out of all caches. Precondition: host memory, can_flush_lines().
  void flush(std::size_t slot) const noexcept;

 private:
  BufferProvider* provider_ = nullptr;
  Bytes each_;
  std::size_t stride_ = 0;
  Buffer all_;
};

}  // namespace syncbench::kernels
