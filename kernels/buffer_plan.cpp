#include "kernels/buffer_plan.hpp"

#include <algorithm>

#include "harness/core/shuffle.hpp"

namespace syncbench::kernels {
namespace {

// Of Philox: blocks of points are shuffled in streams from 0 on.
constexpr std::uint32_t kSlotStream = 0x80000000;

}  // namespace

SlotOrder::SlotOrder(std::size_t slots, std::uint64_t seed) {
  const std::vector<std::size_t> order = shuffled(std::max<std::size_t>(1, slots), seed, kSlotStream);
  order_.reserve(order.size());
  for (const std::size_t slot : order) order_.push_back(static_cast<std::uint32_t>(slot));
}

}  // namespace syncbench::kernels
