#include "harness/measure/operations_per_sample.hpp"

#include <algorithm>

namespace syncbench::measure {
namespace {

constexpr std::size_t kEnough = 16;

// A guess from a sample that the clock hardly sees may be off by any factor.
constexpr std::size_t kMostGrowth = 16;
constexpr int kMostTries = 7;

// So far above the floor that waiting for others can hardly have made it so.
bool is_far_above(TimerFloor floor, Nanos interval) noexcept {
  return interval > 200 * floor.overhead && interval > 100 * floor.resolution;
}

// From samples of so many operations to the number that makes the timer fine, by what one of them seems to take.
std::size_t more(TimerFloor floor, Nanos median, std::size_t operations) noexcept {
  const Nanos enough = std::max(20 * floor.overhead, 10 * floor.resolution);
  const Nanos visible = std::max(Nanos{1}, median - floor.overhead);
  const auto wanted = (enough.count() * static_cast<std::int64_t>(operations) + visible.count() - 1) / visible.count();
  return std::clamp(static_cast<std::size_t>(wanted), operations + 1, kMostGrowth * operations);
}

}  // namespace

std::size_t operations_per_sample(TimerFloor floor, Nanos settled, const MedianOf& median_of) {
  if (floor.overhead <= Nanos{0} && floor.resolution <= Nanos{0}) return 1;
  if (is_far_above(floor, settled)) return 1;
  Nanos median = median_of(kEnough, 1);
  if (timer_quality(floor, median) != TimerQuality::batch) return 1;
  std::size_t operations = 1;
  for (int tries = 0; tries < kMostTries && timer_quality(floor, median) != TimerQuality::fine; ++tries) {
    operations = more(floor, median, operations);
    median = median_of(kEnough, operations);
  }
  return operations;
}

}  // namespace syncbench::measure
