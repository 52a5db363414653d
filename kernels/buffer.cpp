#include "kernels/buffer.hpp"

#include <utility>

namespace syncbench::kernels {

Buffer::Buffer(Buffer&& other) noexcept
    : provider_(std::exchange(other.provider_, nullptr)),
      data_(std::exchange(other.data_, nullptr)),
      size_(std::exchange(other.size_, Bytes{})) {}

Buffer& Buffer::operator=(Buffer&& other) noexcept {
  if (this == &other) return *this;
  release();
  provider_ = std::exchange(other.provider_, nullptr);
  data_ = std::exchange(other.data_, nullptr);
  size_ = std::exchange(other.size_, Bytes{});
  return *this;
}

Buffer::~Buffer() { release(); }

void Buffer::release() noexcept {
  if (provider_ != nullptr) provider_->free(data_);
}

}  // namespace syncbench::kernels
