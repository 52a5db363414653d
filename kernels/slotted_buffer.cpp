#include "kernels/slotted_buffer.hpp"

#include <limits>
#include <new>

#include "kernels/buffer_plan.hpp"
#include "kernels/cache_lines.hpp"

namespace syncbench::kernels {
namespace {

// One slot is what a plain buffer is.
Bytes whole(Bytes each, std::size_t stride, std::size_t slots) {
  if (slots <= 1) return each;
  if (stride > 0 && slots > std::numeric_limits<std::size_t>::max() / stride) throw std::bad_alloc();
  return Bytes{stride * slots};
}

}  // namespace

SlottedBuffer::SlottedBuffer(BufferProvider& provider, Bytes each, std::size_t slots)
    : provider_(&provider),
      each_(each),
      stride_(slot_stride(each.count)),
      all_(provider.allocate(whole(each, stride_, slots))) {}

void SlottedBuffer::write(std::size_t slot, std::size_t offset, std::span<const std::byte> from) {
  provider_->write(all_, slot * stride_ + offset, from);
}

void SlottedBuffer::read(std::size_t slot, std::size_t offset, std::span<std::byte> to) const {
  provider_->read(all_, slot * stride_ + offset, to);
}

void SlottedBuffer::flush(std::size_t slot) const noexcept {
  if (each_.count > 0) flush_lines(at(slot), each_);
}

}  // namespace syncbench::kernels
