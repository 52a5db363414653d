#pragma once

#include <string_view>

#include "harness/core/iteration_maxima.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// The slowest time of every iteration of a measured point, over all ranks: from their samples, group by group, or as
/// it was recorded. Throws Error(data) for what the reader refuses and for damaged samples.
IterationMaxima maxima_of(const results::RunReader& reader, std::string_view point);

}  // namespace syncbench::analysis
