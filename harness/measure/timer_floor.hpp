#pragma once

#include <syncbench/core/clock.hpp>

namespace syncbench::measure {

/// What an interval costs that holds nothing: the median of empty enter/leave pairs on a Timeline. Takes about a tenth
/// of a millisecond. Throws std::bad_alloc.
Nanos timer_overhead(Clock clock);

}  // namespace syncbench::measure
