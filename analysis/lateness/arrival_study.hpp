#pragma once

#include <optional>
#include <vector>

#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

/// Who arrives late, and how often.
struct ArrivalStudy {
  std::vector<Recurrence> arriving;    ///< see Lateness
  std::optional<Recurrence> by_turns;  ///< only where nobody is accused
  std::optional<Recurrence> at_random;
};

/// Judges arrivals that lie apart (arrival_events(), less what is explained already). A rank is told if judge_events()
/// accuses it, if it is typically later than the harness itself makes it, and if it costs a twentieth of `time`; ranks
/// that are late together in three of four events are told together.
ArrivalStudy study_arrivals(const Decomposition& point, const std::vector<LateEvent>& events, std::int64_t time);

/// What a rank's typical lateness has to exceed, ns: three times the start spread and twice its own lateness in a point
/// of the null backend; without such a point five times the start spread; one and a half times the spread that one of a
/// hundred starts reaches; and a fifth of a microsecond.
std::int64_t least_typical_lateness(const Decomposition& point, std::size_t place);

}  // namespace syncbench::analysis
