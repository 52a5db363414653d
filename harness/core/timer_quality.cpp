#include "harness/core/timer_quality.hpp"

#include <algorithm>
#include <numeric>

#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"

namespace syncbench {
namespace {

// Shares of an interval as whole multiples of what they are shares of.
constexpr std::int64_t kFineOverheads = 20;      // 5 %
constexpr std::int64_t kLabelledOverheads = 4;   // 25 %
constexpr std::int64_t kFewestResolutions = 10;  // 10 %

}  // namespace

Nanos overhead_of(std::vector<std::int64_t> empty_intervals) {
  if (empty_intervals.empty()) throw Error(ExitCode::internal, "a timer's overhead needs at least one interval");
  return Nanos{median_of(std::move(empty_intervals))};
}

Nanos resolution_of(std::span<const std::int64_t> readings) {
  std::int64_t divisor = 0;
  for (std::size_t i = 1; i < readings.size(); ++i) divisor = std::gcd(divisor, readings[i] - readings[i - 1]);
  if (divisor == 0) throw Error(ExitCode::data, "the clock did not move between two readings");
  return Nanos{divisor};
}

TimerQuality timer_quality(TimerFloor floor, Nanos median_interval) noexcept {
  if (median_interval <= Nanos{0}) return TimerQuality::batch;
  if (floor.resolution * kFewestResolutions > median_interval) return TimerQuality::batch;
  if (floor.overhead * kLabelledOverheads > median_interval) return TimerQuality::batch;
  return floor.overhead * kFineOverheads > median_interval ? TimerQuality::labelled : TimerQuality::fine;
}

std::size_t operations_for_fine(TimerFloor floor, Nanos median_interval) noexcept {
  const Nanos enough = std::max(floor.overhead * kFineOverheads, floor.resolution * kFewestResolutions);
  const std::int64_t each = std::max<std::int64_t>(1, (median_interval - floor.overhead).count());
  const std::int64_t missing = (enough - floor.overhead).count();
  return static_cast<std::size_t>(std::max<std::int64_t>(1, (missing + each - 1) / each));
}

}  // namespace syncbench
