#pragma once

#include <cstddef>
#include <span>

#include "harness/core/units.hpp"
#include "kernels/operation.hpp"

namespace syncbench::kernels {

class BufferProvider;

/// Memory of some placement; move-only, given back to its provider with the object. The provider must outlive it.
class Buffer {
 public:
  Buffer() = default;
  Buffer(BufferProvider& provider, void* data, Bytes size) noexcept : provider_(&provider), data_(data), size_(size) {}
  Buffer(Buffer&& other) noexcept;
  Buffer& operator=(Buffer&& other) noexcept;
  ~Buffer();

  /// The address to hand to a communication library; host code may follow it only where the placement is the host's.
  std::byte* data() const noexcept { return static_cast<std::byte*>(data_); }
  Bytes size() const noexcept { return size_; }

 private:
  void release() noexcept;
  BufferProvider* provider_ = nullptr;
  void* data_ = nullptr;
  Bytes size_;
};

/// Gives memory of one placement, and moves bytes between it and the host's, so that whoever fills or checks a payload
/// need not know where it lives.
class BufferProvider {
 public:
  virtual ~BufferProvider() = default;

  virtual Placement placement() const noexcept = 0;

  /// At least one cache line, aligned to a page, every page touched. Throws std::bad_alloc.
  virtual Buffer allocate(Bytes size) = 0;

  /// Copies host bytes into a buffer at an offset, or out of it; blocks until done. Precondition: inside the buffer.
  virtual void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) = 0;
  virtual void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) = 0;

 protected:
  BufferProvider() = default;
  BufferProvider(const BufferProvider&) = default;
  BufferProvider& operator=(const BufferProvider&) = default;

 private:
  friend class Buffer;
  virtual void free(void* data) noexcept = 0;
};

}  // namespace syncbench::kernels
