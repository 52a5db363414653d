#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/units.hpp"

namespace syncbench::kernels {

/// How the buffers of an iteration relate to those of the iterations before it.
enum class BufferUse {
  hot,     ///< the same ones again
  rotate,  ///< the next of many, which together are more than the caches hold
  cold,    ///< the same ones, flushed from all caches before each iteration, outside the timed region
};

/// How a workload uses its buffers from iteration to iteration.
struct BufferPlan {
  BufferUse use = BufferUse::hot;
  Bytes working_set{};     ///< what one rank's buffers are to add up to, with rotate
  std::uint64_t seed = 0;  ///< of the order in which they are used
  bool operator==(const BufferPlan&) const = default;
};

/// Slots begin at multiples of this: two lines of 64 bytes, which processors like to fetch together, or one of 128.
inline constexpr std::size_t kSlotAlignment = 128;

/// The bytes that a buffer takes in each of many slots.
constexpr std::size_t slot_stride(std::size_t bytes) noexcept {
  return (bytes + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
}

/// Which slot each iteration uses: all slots once in a pseudo-random order that prefetchers cannot follow, then all of
/// them again in the same order, so that a slot comes back only after the whole working set has been used. The order
/// depends on the seed alone (Philox4x32-10).
class SlotOrder {
 public:
  /// At least one slot, fewer than 2^32. Throws std::bad_alloc.
  SlotOrder(std::size_t slots, std::uint64_t seed);

  std::size_t slots() const noexcept { return order_.size(); }
  std::size_t slot(Iteration iteration) const noexcept { return order_[iteration.value % order_.size()]; }

 private:
  std::vector<std::uint32_t> order_;
};

}  // namespace syncbench::kernels

template <>
struct syncbench::Names<syncbench::kernels::BufferUse> {
  static constexpr std::array<std::pair<kernels::BufferUse, std::string_view>, 3> table{{
      {kernels::BufferUse::hot, "hot"},
      {kernels::BufferUse::rotate, "rotate"},
      {kernels::BufferUse::cold, "cold"},
  }};
};
