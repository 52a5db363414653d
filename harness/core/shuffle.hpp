#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace syncbench {

/// The numbers 0 … count − 1 in an order that depends on nothing but seed and stream: every rank, and every later
/// reader of the stored seed, gets the same one. Fisher–Yates over Philox4x32-10.
std::vector<std::size_t> shuffled(std::size_t count, std::uint64_t seed, std::uint32_t stream);

}  // namespace syncbench
