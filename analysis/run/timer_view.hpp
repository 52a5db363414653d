#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "harness/core/quantile_estimate.hpp"
#include "harness/core/timer_quality.hpp"
#include "results/model.hpp"

namespace syncbench::analysis {

/// How well a point's timer could see what it timed, and what is made of its samples because of that.
struct TimerView {
  TimerFloor floor;                           ///< 0 where the file does not tell
  TimerQuality quality = TimerQuality::fine;  ///< of the median sample of the slowest rank, overhead included
  std::size_t operations = 1;                 ///< in each sample; with several, times are means
  Nanos subtracted{0};                        ///< from every sample
};

/// How many operations a sample of the point holds; 1 where the file does not tell.
std::size_t operations_of(const results::Attributes& attributes);

/// `median`: of the iteration statistic as stored, nothing if no iteration counts. `subtract`: the user wants times
/// without the timer's overhead.
TimerView timer_view(const results::Attributes& attributes, std::optional<Nanos> median, bool subtract);

/// A stored time as it is shown: without what is subtracted (never below 0), and a share of it where a sample holds
/// several operations, rounded to whole ns. What is absent stays so. Limits that tied samples of a coarse clock bring
/// closer together than its resolution are moved to half of that on either side: an interval of no width is none.
QuantileEstimate seen(const TimerView& timer, QuantileEstimate stored) noexcept;

/// The same of the longest time, which a mean has none of.
Nanos longest_seen(const TimerView& timer, Nanos stored) noexcept;

}  // namespace syncbench::analysis
