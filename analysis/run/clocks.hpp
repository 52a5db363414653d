#pragma once

#include <vector>

#include "harness/core/clock_model.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// Every rank's clock against rank 0's, by rank; the identity where the file has no synchronisations. Throws
/// Error(data) for rows that no clock can have.
std::vector<ClockModel> clocks_of(const results::RunReader& reader);

}  // namespace syncbench::analysis
