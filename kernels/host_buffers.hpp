#pragma once

#include <map>

#include "harness/machine/thread_binding.hpp"
#include "kernels/buffer.hpp"

namespace syncbench::kernels {

/// Ordinary memory of the process.
class HostBuffers final : public BufferProvider {
 public:
  enum class Pages {
    any,    ///< what the allocator has: pages may have been touched by others before
    fresh,  ///< each buffer in pages of its own, touched by nobody before
    huge,   ///< the same, in huge pages where the kernel has some
  };

  /// Where buffers come from that are allocated from now on.
  void take(Pages pages) noexcept { pages_ = pages; }

  Placement placement() const noexcept override { return Placement::host; }
  Buffer allocate(Bytes size) override;
  void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) override;
  void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) override;

 private:
  void free(void* data) noexcept override;

  Pages pages_ = Pages::any;
  std::map<void*, machine::PlacedMemory> own_pages_;
};

}  // namespace syncbench::kernels
