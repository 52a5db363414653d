#pragma once

#include <cstdint>
#include <span>

#include "results/h5/handle.hpp"
#include "results/model.hpp"

namespace syncbench::results {

/// Whether a measured point was recorded as a summary and has no samples of single ranks. Throws h5::Failure.
bool is_summary(const h5::Group& point);

/// Writes and reads the datasets of such a point. Throw h5::Failure; reading makes sure that they fit each other and
/// the number of ranks.
void write_summary(const h5::Group& point, const PointSummary& summary, std::span<const std::uint16_t> blocks);
PointSummary read_summary(const h5::Group& point, std::size_t ranks);

/// Iterations of a summary, without reading it. Throws h5::Failure.
std::size_t summary_iterations(const h5::Group& point);

}  // namespace syncbench::results
