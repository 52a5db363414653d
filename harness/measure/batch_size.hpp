#pragma once

#include <cstddef>

#include "harness/core/nanos.hpp"

namespace syncbench::measure {

/// Longest time between two control collectives.
inline constexpr Nanos kBatchTime{200'000'000};

/// Most iterations between two control collectives. An operation that becomes a thousand times slower in the middle of
/// a batch holds all ranks for as many of them, and nobody can tell them to end.
inline constexpr std::size_t kLargestBatch = 2048;

/// Iterations of a point's first batch: few, for nothing is known of their length yet.
inline constexpr std::size_t kFirstBatch = 4;

/// Iterations for the next batch, from how long the last one took on the slowest rank: as many as fit kBatchTime and
/// the time that is left, at least one, at most four times as many as before and kLargestBatch. kFirstBatch where there
/// was none (size 0).
std::size_t next_batch_size(std::size_t last_size, Nanos last_time, Nanos time_left) noexcept;

}  // namespace syncbench::measure
