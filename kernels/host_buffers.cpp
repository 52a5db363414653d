#include "kernels/host_buffers.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <new>

#include <unistd.h>

namespace syncbench::kernels {

Buffer HostBuffers::allocate(Bytes size) {
  if (pages_ != Pages::any) {
    machine::PlacedMemory memory(size, -1, pages_ == Pages::huge);
    void* data = memory.data();
    own_pages_.emplace(data, std::move(memory));
    return {*this, data, size};
  }
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  const std::size_t rounded = (std::max<std::size_t>(size.count, 1) + page - 1) / page * page;
  if (rounded < size.count) throw std::bad_alloc();
  void* data = std::aligned_alloc(page, rounded);
  if (data == nullptr) throw std::bad_alloc();
  std::memset(data, 0x5A, rounded);  // not zero: zero pages may be shared, and are not what a job sends
  return {*this, data, size};
}

void HostBuffers::write(Buffer& to, std::size_t offset, std::span<const std::byte> from) {
  std::memcpy(to.data() + offset, from.data(), from.size());
}

void HostBuffers::read(const Buffer& from, std::size_t offset, std::span<std::byte> to) {
  std::memcpy(to.data(), from.data() + offset, to.size());
}

void HostBuffers::free(void* data) noexcept {
  if (own_pages_.erase(data) == 0) std::free(data);
}

}  // namespace syncbench::kernels
