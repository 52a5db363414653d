#pragma once

#include <optional>
#include <vector>

#include "analysis/lateness/lateness.hpp"
#include "analysis/run/late_events.hpp"

namespace syncbench::analysis {

/// Who leaves late, and whether all are held up inside.
struct DelayStudy {
  std::vector<Recurrence> leaving;  ///< see Lateness
  std::optional<Recurrence> inside;
};

/// Judges transfers that take longer than usual (delay_events(), less what is explained already), and ranks whose
/// transfers always take longer than those of the others (late_in_every_call()).
DelayStudy study_delays(const Decomposition& point, const DelayEvents& delays, std::int64_t time);

/// Does every rank do the same, by the operation's meaning?
bool is_alike_on_all(Collective collective);

/// Ranks that leave after the others in every call, which T0 contains and no comparison with a rank's own median shows.
/// Ranks' median transfers are compared with each other: of at most half of the ranks they exceed those of all others
/// by more than 1.5 times the greatest of these (3 times between nodes; 5 times and 20 µs where the operation has a
/// root or an order, whose ranks have different work), and nine of ten times they leave last by half of that. Nothing
/// where it costs less than a twentieth of `time`.
std::optional<Recurrence> late_in_every_call(const Decomposition& point, std::int64_t time);

}  // namespace syncbench::analysis
