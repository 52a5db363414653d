#pragma once

#include <array>
#include <cstdint>

namespace syncbench {

/// Philox4x32-10, a counter-based random number generator: a pure function of counter and key, so any reader can
/// recompute any value without its predecessors. Source: Salmon, Moraes, Dror & Shaw, "Parallel random numbers: as easy
/// as 1, 2, 3", SC11, doi 10.1145/2063384.2063405. Never fails.
std::array<std::uint32_t, 4> philox4x32(std::array<std::uint32_t, 4> counter,
                                        std::array<std::uint32_t, 2> key) noexcept;

}  // namespace syncbench
