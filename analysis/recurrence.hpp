#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "lateness.hpp"

namespace syncbench::analysis {

/// What recurs at the accused place: its size is the median over its costliest events, and all its events of at least
/// half of that are its occurrences. `size_of`: an event's size at that place, ns. Expects at least one event of it.
Recurrence recurrence_at(const Accusation& accusation, const std::vector<LateEvent>& events, std::int64_t cost,
                         const std::function<std::int64_t(const LateEvent&)>& size_of);

/// Do these costs, one an event, surely come to a twentieth of `time`? Of events that come by chance (a compound
/// Poisson process) the sum's standard deviation is the root of the sum of squares; two of them are taken off.
bool costs_enough(const std::vector<std::int64_t>& costs, std::int64_t time);

std::int64_t sum_of(const std::vector<std::int64_t>& values);

/// The number of iterations from one event to the next, where three quarters of the distances lie within a tenth of
/// their median; nothing where they do not, or for fewer than kFewestEvents events.
std::optional<std::size_t> period_of(const std::vector<LateEvent>& events);

}  // namespace syncbench::analysis
