#pragma once

#include <cstdint>
#include <span>

#include "harness/core/evidence.hpp"

namespace syncbench::measure {

/// Whether an iteration is about to begin or has just ended: which of each counter's two places in a row is meant.
enum class EvidenceMoment : std::size_t { enter, leave };

/// Reads what `evidence` asks for of the calling thread into a row of evidence_names(): CLOCK_THREAD_CPUTIME_ID, and
/// getrusage(RUSAGE_THREAD) with Evidence::full. Counters are absolute. The processor time is read closest to the
/// iteration. Never fails; some hundred nanoseconds.
void read_evidence(Evidence evidence, EvidenceMoment moment, std::span<std::int64_t> row) noexcept;

}  // namespace syncbench::measure
