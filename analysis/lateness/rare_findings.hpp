#pragma once

#include "analysis/lateness/point_words.hpp"

namespace syncbench::analysis {

/// What happened too rarely to accuse anybody of it: a finding where it costs a twentieth of the time, else a note.
Finding rare_finding(const PointWords& words, const RareEvents& rare);

/// Ranks that the machine interrupts between calls.
Finding interrupted_finding(const PointWords& words, const GateFailures& failures);

}  // namespace syncbench::analysis
