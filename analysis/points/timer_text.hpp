#pragma once

#include <string>
#include <vector>

#include "analysis/run/timer_view.hpp"

namespace syncbench::analysis {

/// "fine", "labelled", "over 25 %", "exempt", or "mean of 17" for samples of several operations.
std::string timer_label(const TimerView& timer);

/// Has a reader of the point's times to know of its timer?
bool is_remarkable(const TimerView& timer);

/// What those labels mean and what was subtracted, one paragraph each and only those that are needed; stands below a
/// table.
std::string timer_notes(const std::vector<TimerView>& timers);

}  // namespace syncbench::analysis
