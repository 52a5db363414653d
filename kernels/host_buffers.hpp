#pragma once

#include <syncbench/kernels/buffer.hpp>

namespace syncbench::kernels {

/// Ordinary memory of the process.
class HostBuffers final : public BufferProvider {
 public:
  Placement placement() const noexcept override { return Placement::host; }
  Buffer allocate(Bytes size) override;
  void write(Buffer& to, std::size_t offset, std::span<const std::byte> from) override;
  void read(const Buffer& from, std::size_t offset, std::span<std::byte> to) override;

 private:
  void free(void* data) noexcept override;
};

}  // namespace syncbench::kernels
