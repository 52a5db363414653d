#pragma once

#include <cstdint>
#include <vector>

#include "results/h5/failure.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// /run/startup of a run of so many ranks; empty where there is none. Throws h5::Failure for a rank or peer that the
/// run does not have, or rows that are not sorted by rank and time.
std::vector<StartupRow> read_startup(h5::Id file, std::int64_t ranks);

}  // namespace syncbench::results
