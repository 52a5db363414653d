#pragma once

#include <optional>

#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

/// Who misses the deadlines of iterations (status late-start), which takes those iterations out of every judgement of
/// lateness. A failed gate is the fault of the ranks whose deadline had passed when they received it; of rank 0, which
/// sends it, where rank 0 itself entered late after the deadline; and of no rank where more than half of several
/// receivers missed it. Told are the ranks that judge_events() accuses, in at least a hundredth of the iterations and
/// with a fifth of their even share; or else, where gates failed in a twentieth of them, those that missed at least a
/// fifth of their even share. Nothing where ranks come less than 10 µs apart by it: then deadlines come too soon, and
/// nobody was interrupted.
std::optional<GateFailures> gate_failures(const Decomposition& point);

}  // namespace syncbench::analysis
