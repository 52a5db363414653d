#pragma once

#include <cstdint>
#include <span>

#include "harness/core/nanos.hpp"

namespace syncbench::measure {

/// An iteration on the common clock, ns: the first and the last rank's entering, the last one's leaving.
struct Passage {
  std::int64_t first_enter = 0, last_enter = 0, last_leave = 0;
};

/// T0, what the operation takes when nobody is late: the median of last leave − last enter over the iterations whose
/// ranks entered within max(2ε, 5 % of that), over all of them if those are fewer than 30. At least 1 ns. Throws
/// Error(internal) if there are no iterations.
Nanos undisturbed_time(std::span<const Passage> iterations, Nanos epsilon);

}  // namespace syncbench::measure
