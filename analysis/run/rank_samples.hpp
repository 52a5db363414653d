#pragma once

#include <cstddef>
#include <functional>
#include <string_view>

#include "harness/core/iteration_maxima.hpp"
#include "harness/core/units.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// How many ranks of that shape are read at once: as many as fit 16 MiB, in whole chunks of the file if one fits, but
/// at least one.
std::size_t ranks_at_once(const results::SampleShape& shape, std::size_t chunk_ranks) noexcept;

/// Reads neighbouring ranks of a point group by group and hands them over one by one, in order. Throws what the reader
/// and `take` throw; an Error of `take` comes out with file, point and rank before its sentence.
void for_each_rank(const results::RunReader& reader, std::string_view point, Rank first, std::size_t count,
                   const std::function<void(Rank, const RankSamples&)>& take);

}  // namespace syncbench::analysis
