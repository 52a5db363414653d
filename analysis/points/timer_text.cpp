#include "analysis/points/timer_text.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/paragraph.hpp"

namespace syncbench::analysis {
namespace {

bool is_mean(const TimerView& timer) { return timer.operations > 1; }
bool is_labelled(const TimerView& timer) { return !is_mean(timer) && timer.quality == TimerQuality::labelled; }
bool is_blind(const TimerView& timer) { return !is_mean(timer) && timer.quality == TimerQuality::batch; }

bool any(const std::vector<TimerView>& timers, bool (*is)(const TimerView&)) {
  return std::any_of(timers.begin(), timers.end(), is);
}

// "30 ns", or "22 to 30 ns" where runs or clocks differ.
std::string overheads(const std::vector<TimerView>& timers) {
  const auto [least, most] = std::minmax_element(
      timers.begin(), timers.end(), [](const auto& a, const auto& b) { return a.floor.overhead < b.floor.overhead; });
  const auto low = least->floor.overhead.count(), high = most->floor.overhead.count();
  return low == high ? fmt::format("{} ns", low) : fmt::format("{} to {} ns", low, high);
}

}  // namespace

std::string timer_label(const TimerView& timer) {
  if (is_mean(timer)) return fmt::format("mean of {}", timer.operations);
  return is_blind(timer) ? "over 25 %" : std::string(name_of(timer.quality));
}

bool is_remarkable(const TimerView& timer) { return is_mean(timer) || is_labelled(timer) || is_blind(timer); }

std::string timer_notes(const std::vector<TimerView>& timers) {
  std::string text;
  if (any(timers, is_mean)) {
    text += paragraph(
        "timer mean of k: a sample is k operations back to back, for the clock cannot see one; times are a k-th of it, "
        "and means have no tail and no max");
  }
  if (any(timers, is_labelled)) {
    text +=
        paragraph(fmt::format("timer labelled: reading the clock ({}) is 5 to 25 % of the median", overheads(timers)));
  }
  if (any(timers, is_blind)) {
    text += paragraph(fmt::format(
        "timer over 25 %: reading the clock ({}) is over a quarter of the median, or its resolution over a tenth",
        overheads(timers)));
  }
  const bool subtracted = any(timers, [](const TimerView& timer) { return timer.subtracted > Nanos{0}; });
  if (subtracted)
    text += paragraph(fmt::format("the timer's overhead ({}) is subtracted from every time", overheads(timers)));
  return text;
}

}  // namespace syncbench::analysis
