#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "analysis/run/decomposition.hpp"
#include "harness/core/accusation.hpp"

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

/// Iterations whose arrivals lie apart by more than the threshold and for which somebody waits. Late are the ranks that
/// come in the later half of that, each by so much as it comes after the median of those that are not late.
std::vector<LateEvent> arrival_events(const Decomposition& point);

/// Iterations in which a rank's transfer exceeds its own median by more than the threshold and half of what the
/// operation usually takes: of at most half of the ranks (they leave late), or of more (all are held up inside).
struct DelayEvents {
  std::vector<LateEvent> leaving, inside;
};
DelayEvents delay_events(const Decomposition& point);

/// What a transfer has to exceed its median by to be a delay, ns. A rank's own way of leaving is part of the operation
/// up to a few times of what it takes.
std::int64_t least_delay(const Decomposition& point);
std::int64_t least_leaving(const Decomposition& point);

/// Between whose clocks comparisons are needed.
bool has_several_nodes(const Decomposition& point);

/// Where a row's iteration lies in the point.
Moment moment_of(const Decomposition& point, std::size_t row);

/// The row of every iteration that has one, by iteration; 0 for the others.
std::vector<std::size_t> rows_by_iteration(const Decomposition& point);

}  // namespace syncbench::analysis
