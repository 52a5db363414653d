#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "decomposition.hpp"
#include <syncbench/core/accusation.hpp>

namespace syncbench::analysis {

/// Does an iteration (or operation of a storm) begin where the one before ends, without a start of its own?
bool is_back_to_back(const Decomposition& point, std::size_t iteration);

/// How late a rank arrived in a back-to-back iteration, against the median of all: what it had left over from leaving
/// the iteration before later than the median, and the rest. Nothing where the iteration before was left out,
/// and where the iteration had a start of its own.
struct ArrivalLateness {
  std::int64_t inherited = 0, own = 0;
};
std::optional<ArrivalLateness> arrival_lateness(const Decomposition& point, std::size_t row, std::size_t place);

/// The events behind it, for those who want to look at them: arrivals apart by more than the threshold for which
/// somebody waits; ranks whose transfer exceeds their own median by more than it, alone, or most of them together.
std::vector<LateEvent> arrival_events(const Decomposition& point);
struct DelayEvents {
  std::vector<LateEvent> leaving, inside;
};
DelayEvents delay_events(const Decomposition& point);

/// The row of every iteration that has one, by iteration; 0 for the others.
std::vector<std::size_t> rows_by_iteration(const Decomposition& point);

}  // namespace syncbench::analysis
