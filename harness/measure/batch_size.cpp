#include "harness/measure/batch_size.hpp"

#include <algorithm>

namespace syncbench::measure {

std::size_t next_batch_size(std::size_t last_size, Nanos last_time, Nanos time_left) noexcept {
  if (last_size == 0) return kFirstBatch;
  const std::int64_t each = std::max<std::int64_t>(1, last_time.count() / static_cast<std::int64_t>(last_size));
  const std::int64_t fitting = std::clamp(time_left, Nanos{0}, kBatchTime).count() / each;
  return std::clamp<std::size_t>(static_cast<std::size_t>(fitting), 1, std::min(kLargestBatch, 4 * last_size));
}

}  // namespace syncbench::measure
