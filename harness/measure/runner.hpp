#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include <syncbench/measure/measurement.hpp>
#include <syncbench/measure/surroundings.hpp>

namespace syncbench::measure {

/// Blocks in which each subject of a comparison group is measured up to the first check of its stop rule; each later
/// check adds one.
inline constexpr std::size_t kAlternatingBlocks = 5;

/// Measures the subjects of one comparison group in alternating blocks, in a random order that `seed` alone decides (a
/// group of one: in one block). Clocks are synchronised before, after, and every four seconds. A signal of Interrupts
/// ends it with the batch that is running, on all ranks alike.
///
/// Collective; blocks. All ranks pass the same treatments and seed. Throws what a program throws, Error(internal) when
/// MPI fails, std::bad_alloc.
std::vector<Measurement> measure(std::span<const Subject> group, std::uint64_t seed, Surroundings& surroundings);

}  // namespace syncbench::measure
