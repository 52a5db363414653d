#pragma once

#include <cstdint>
#include <vector>

#include "results/h5/failure.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// /run/clock of a run of so many ranks; empty where there is none. Throws h5::Failure for a rank that the run does not
/// have, a negative bound, a slope that no clock has, or rows that are not sorted by rank and time.
std::vector<ClockRow> read_clock(h5::Id file, std::int64_t ranks);

/// Throws h5::Failure as read_clock() does for what the rows say.
void require_sound(const std::vector<ClockRow>& rows, std::int64_t ranks);

/// Adds the rows of a part, if it has any. Throws h5::Failure.
void append_clock(std::vector<ClockRow>& rows, h5::Id part);

/// Brings rows of several parts in order, each once: points of a comparison group share their synchronisations.
void sort_unique(std::vector<ClockRow>& rows);

}  // namespace syncbench::results
