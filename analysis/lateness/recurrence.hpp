#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

inline constexpr double kLeastShare = 0.05;  ///< of a point's time: what costs less is not told as a finding

/// What recurs: `events` are the occurrences, each as large as `sizes` says. Its size is their median. Expects at least
/// one event and as many sizes.
Recurrence recurrence_of(const Decomposition& point, const std::vector<LateEvent>& events,
                         std::vector<std::int64_t> sizes, std::int64_t cost);

/// The same of one place: as late in each event as the event says.
Recurrence recurrence_at(const Decomposition& point, const AccusedPlace& accused, std::int64_t cost);

/// Do these costs, one an event, surely come to that share of `time`? Of events that come by chance (a compound
/// Poisson process) the sum's standard deviation is the root of the sum of squares; two of them are taken off.
bool costs_enough(const std::vector<std::int64_t>& costs, std::int64_t time, double share = kLeastShare);

/// Does this sum come to a twentieth of `time`?
bool is_costly(std::int64_t cost, std::int64_t time);

std::int64_t sum_of(const std::vector<std::int64_t>& values);
std::vector<std::int64_t> sizes_of(const std::vector<LateEvent>& events);

/// The number of iterations from one event to the next, where three quarters of the distances lie within a tenth of
/// their median, and so many events at that distance fill three quarters of the `iterations` there are: regular events
/// in a fifth of a run are no period of the run. 1 only if 99 of 100 iterations have an event. Nothing for fewer than
/// kFewestClusters events.
std::optional<std::size_t> period_of(const std::vector<LateEvent>& events, std::size_t iterations);

/// When the events were. Two belong to one episode if what lies between them is at most a fiftieth of the iterations,
/// or no more than twenty times the usual distance between events (`by_distance`). Expects at least one event.
When when_of(const Decomposition& point, const std::vector<LateEvent>& events, bool by_distance);

}  // namespace syncbench::analysis
