#pragma once

#include <cstddef>

#include "harness/core/clock.hpp"
#include "harness/core/detour.hpp"

namespace syncbench::measure {

/// Reads the clock again and again until it has reached `end`: two readings that lie more than `threshold` apart have a
/// detour between them, which is logged. Returns the last reading. Neither allocates nor makes a system call but
/// reading the clock; never blocks. The selfish detour of Beckman, Iskra, Yoshii & Coghlan, "The influence of operating
/// systems on the performance of collective operations at extreme scale", CLUSTER 2006.
Nanos watch(Clock clock, Nanos begin, Nanos end, Nanos threshold, DetourLog& log) noexcept;

/// The shortest time between `readings` successive readings of the clock, at least 1 ns: what the loop takes when
/// nothing disturbs it. At least two readings.
Nanos shortest_step(Clock clock, std::size_t readings) noexcept;

}  // namespace syncbench::measure
