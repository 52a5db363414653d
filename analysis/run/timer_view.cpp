#include "analysis/run/timer_view.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/run/attributes.hpp"

namespace syncbench::analysis {
namespace {

// The schema allows both kinds of number; beyond a second it is no timer's.
Nanos time_attribute(const results::Attributes& attributes, std::string_view key) {
  constexpr std::int64_t kMost = 1'000'000'000;
  const auto found = attributes.find(key);
  if (found == attributes.end()) return Nanos{0};
  if (const auto* whole = std::get_if<std::int64_t>(&found->second))
    return Nanos{std::clamp<std::int64_t>(*whole, 0, kMost)};
  const auto* real = std::get_if<double>(&found->second);
  if (real == nullptr || !(*real > 0)) return Nanos{0};
  return Nanos{std::llround(std::min(*real, static_cast<double>(kMost)))};
}

Nanos without(Nanos time, Nanos subtracted) noexcept {
  return time.count() == kAbsent ? time : std::max(Nanos{0}, time - subtracted);
}

// Rounded up, so that the limits are never closer than the resolution.
void widen(QuantileEstimate& estimate, Nanos resolution) noexcept {
  if (estimate.lower.count() == kAbsent || estimate.upper - estimate.lower >= resolution) return;
  const Nanos half = (resolution + Nanos{1}) / 2;
  estimate.lower = std::min(estimate.lower, estimate.fastest - half);
  estimate.upper = std::max(estimate.upper, estimate.slowest + half);
}

}  // namespace

std::size_t operations_of(const results::Attributes& attributes) {
  const std::int64_t operations = whole_attribute(attributes, "operations_per_sample").value_or(1);
  return static_cast<std::size_t>(std::max<std::int64_t>(1, operations));
}

TimerView timer_view(const results::Attributes& attributes, std::optional<Nanos> median, bool subtract) {
  TimerView view;
  view.floor = {.overhead = time_attribute(attributes, "timer_overhead_ns"),
                .resolution = time_attribute(attributes, "timer_resolution_ns")};
  view.operations = operations_of(attributes);
  if (subtract) view.subtracted = view.floor.overhead;
  if (text_attribute(attributes, "backend") == "null") {
    view.quality = TimerQuality::exempt;
  } else if (median) {
    view.quality = timer_quality(view.floor, *median);
  }
  return view;
}

QuantileEstimate seen(const TimerView& timer, QuantileEstimate stored) noexcept {
  widen(stored, timer.floor.resolution);
  for (const auto time : {&QuantileEstimate::value, &QuantileEstimate::fastest, &QuantileEstimate::slowest,
                          &QuantileEstimate::lower, &QuantileEstimate::upper})
    stored.*time = without(stored.*time, timer.subtracted);
  return mean_of(stored, timer.operations);
}

Nanos longest_seen(const TimerView& timer, Nanos stored) noexcept {
  return timer.operations > 1 ? Nanos{kAbsent} : without(stored, timer.subtracted);
}

}  // namespace syncbench::analysis
