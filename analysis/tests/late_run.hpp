#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "analysis/run/decomposition.hpp"

namespace syncbench::analysis::testing {

/// When a rank enters, and how long after the last of all it leaves, ns after the iteration's beginning.
struct Visit {
  std::int64_t enter = 0, leave_after_last = 0;
};
using VisitOf = std::function<Visit(std::size_t rank, std::size_t iteration)>;

/// A point of one node whose ranks all read the same clock, taken apart; iterations begin a millisecond apart times
/// ten.
Decomposition point_with(Collective collective, std::size_t ranks, std::size_t iterations, const VisitOf& visit,
                         const results::Attributes& more = {});

/// Reproducible noise: a whole number from 0 to below `range`.
std::int64_t noise(std::uint32_t seed, std::size_t rank, std::size_t iteration, std::int64_t range);

/// Noise with a heavy tail: `scale` / u with u even in (0, 1], to the given power below 1.
std::int64_t heavy_noise(std::uint32_t seed, std::size_t rank, std::size_t iteration, double scale, double power);

}  // namespace syncbench::analysis::testing
