#pragma once

#include <chrono>
#include <cstdint>
#include <limits>
#include <type_traits>

namespace syncbench {

/// Durations and clock readings: whole nanoseconds in 64 signed bits, enough for 292 years. Never floating-point
/// seconds.
using Nanos = std::chrono::nanoseconds;
static_assert(std::is_same_v<Nanos::rep, std::int64_t>, "results store int64 nanoseconds");

/// "This rank took no part" or "no such value" wherever a time is stored.
inline constexpr std::int64_t kAbsent = std::numeric_limits<std::int64_t>::min();

}  // namespace syncbench
