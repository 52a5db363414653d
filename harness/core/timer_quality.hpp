#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench {

/// What a timer can see at all.
struct TimerFloor {
  Nanos overhead{0};    ///< an interval that holds nothing, median
  Nanos resolution{0};  ///< readings are multiples of this
};

/// The median of intervals that hold nothing, ns. Throws Error(internal) if there are none.
Nanos overhead_of(std::vector<std::int64_t> empty_intervals);

/// The greatest common divisor of the steps between a clock's successive readings, ns: the smallest step would be the
/// cost of a read. A counter whose tick is no whole number of nanoseconds looks finer than it is, because its readings
/// are rounded. Throws Error(data) unless two neighbouring readings differ: a clock that stands measures nothing.
Nanos resolution_of(std::span<const std::int64_t> readings);

/// What the timer leaves of a point's numbers.
enum class TimerQuality {
  exempt,    ///< the null backend: the floor is what it measures
  fine,      ///< overhead is under 5 % of the interval
  labelled,  ///< overhead is 5 to 25 %: shown with that label
  batch,     ///< overhead over 25 %, or resolution over 10 %: time several operations at once, call the sample a mean
};

template <>
struct Names<TimerQuality> {
  static constexpr std::array<std::pair<TimerQuality, std::string_view>, 4> table{{
      {TimerQuality::exempt, "exempt"},
      {TimerQuality::fine, "fine"},
      {TimerQuality::labelled, "labelled"},
      {TimerQuality::batch, "batch"},
  }};
};

/// What the timer leaves of intervals with the given median, overhead included. Whole numbers only, so that the limits
/// themselves fall on the milder side. Null backends are the caller's to exempt. An interval of 0 or less is `batch`.
TimerQuality timer_quality(TimerFloor floor, Nanos median_interval) noexcept;

/// How many operations one interval has to hold for the timer to be fine: overhead at most 5 %, resolution at most 10
/// %; 1 if it is already. Time beyond the overhead is what an operation takes, at least 1 ns.
std::size_t operations_for_fine(TimerFloor floor, Nanos median_interval) noexcept;

}  // namespace syncbench
