#include "kernels/pack_step.hpp"

#include <algorithm>
#include <atomic>

namespace syncbench::kernels {
namespace {

constexpr std::size_t kStride = 16;  // elements: 64 bytes

std::size_t elements(Bytes bytes) noexcept { return std::max<std::size_t>(1, bytes.count / sizeof(std::uint32_t)); }

}  // namespace

PackStep::PackStep(Bytes bytes) : strided_(elements(bytes) * kStride, 1), packed_(elements(bytes), 0) {}

void PackStep::pack(std::size_t times) noexcept {
  for (; times > 0; --times) {
    for (std::size_t i = 0; i < packed_.size(); ++i) packed_[i] = strided_[i * kStride];
    std::atomic_signal_fence(std::memory_order_seq_cst);  // each time is really done
  }
}

Bytes PackStep::memory(Bytes bytes) noexcept { return Bytes{elements(bytes) * (kStride + 1) * sizeof(std::uint32_t)}; }

}  // namespace syncbench::kernels
