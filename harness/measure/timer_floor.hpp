#pragma once

#include "harness/core/clock.hpp"
#include "harness/core/timer_quality.hpp"

namespace syncbench::measure {

/// What a clock can see at all, from empty enter/leave pairs on a Timeline: their median, and what all steps between
/// readings have in common. Takes about a tenth of a millisecond, and much longer only with a clock so coarse that all
/// of that passes between two of its steps. Throws std::bad_alloc, or Error(data) for a clock that stands.
TimerFloor timer_floor(Clock clock);

}  // namespace syncbench::measure
