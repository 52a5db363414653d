#pragma once

#include <cstdint>
#include <span>

#include "harness/core/clock.hpp"

namespace syncbench {

/// Turns ticks of the processors' time stamp counter (TSC) into nanoseconds in the time base of CLOCK_MONOTONIC_RAW. A
/// plain value: one rank of a node finds it, the others get it by its bytes.
///
/// What is guaranteed: ranks that share a scale and whose counters agree read the same time; intervals are right to the
/// scale's own error, which calibrate_tsc() keeps far below 1 ppm. What is not: the distance to CLOCK_MONOTONIC_RAW
/// grows with that error (about a millisecond in a quarter of an hour at 1 ppm). No interval minds, and clocks of
/// several nodes are compared anew all the time.
struct TscScale {
  static constexpr int kFraction = 62;

  std::uint64_t multiplier = 0;  ///< nanoseconds a tick, times 2^kFraction: a counter of 250 MHz or more
  std::int64_t offset = 0;       ///< nanoseconds at tick 0

  /// The product has 128 bits, so nothing overflows in a century of uptime.
  constexpr Nanos at(std::uint64_t ticks) const noexcept {
    __extension__ typedef unsigned __int128 Wide;
    return Nanos{offset + static_cast<std::int64_t>((Wide{ticks} * multiplier) >> kFraction)};
  }
};

/// The counter, read between two readings of CLOCK_MONOTONIC_RAW.
struct TscReading {
  Nanos before{0};
  std::uint64_t ticks = 0;
  Nanos after{0};
};

/// The line through the readings' middles by least squares. Throws Error(unavailable) for fewer than two different
/// counts, or a rate that no TSC has (below 250 MHz or above 100 GHz).
TscScale fit_tsc(std::span<const TscReading> readings);

/// Does the CPU say that its counter runs at one rate whatever its cores do (invariant TSC: CPUID 0x80000007, EDX bit
/// 8), and has it the instruction that reads it in order (rdtscp)? No where there is no such counter.
bool has_invariant_tsc() noexcept;

/// The counter now; 0 where there is none.
std::uint64_t read_tsc() noexcept;

/// Compares the counter with CLOCK_MONOTONIC_RAW for 50 ms; blocks as long. Precondition: has_invariant_tsc(). Throws
/// as fit_tsc() does.
TscScale calibrate_tsc();

/// How far the calling processor's counter, by that scale, is off CLOCK_MONOTONIC_RAW: the least that its readings
/// leave open, 0 if they agree. Takes some microseconds. More than the readings' own width means that the processors of
/// the node do not count together.
Nanos tsc_disagreement(const TscScale& scale) noexcept;

/// A clock on that scale, which outlives it. Precondition: has_invariant_tsc().
Clock tsc_clock(const TscScale& scale) noexcept;

}  // namespace syncbench
