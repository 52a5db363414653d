#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "results/h5/failure.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// No clock that is read in a run shows more than this, which is 36 years since a machine started, and nothing takes
/// longer. Within it differences of times, and times moved from one clock to another, fit 64 bits.
inline constexpr std::int64_t kLatestTime = std::int64_t{1} << 60;

/// The same for times since 1970.
inline constexpr std::int64_t kLatestRealTime = std::int64_t{1} << 62;

/// Whether a column or an attribute by that name holds times: "p50_ns", "start_spread_ns_barrier".
bool holds_times(std::string_view name) noexcept;

/// Throws Failure, at `name` of `object`, if a time is neither absent nor within ± kLatestTime (columns by the name
/// "realtime_ns": kLatestRealTime).
void require_times(h5::Id object, const std::string& name, std::span<const std::int64_t> times);

/// The same for an attribute, if its name is that of a time.
void require_time(h5::Id object, const std::string& name, const Value& value);

}  // namespace syncbench::results
