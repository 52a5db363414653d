#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "harness/measure/measurement.hpp"
#include "harness/measure/surroundings.hpp"

namespace syncbench::measure {

/// Measures the subjects of one comparison group in alternating blocks, in a random order that `seed` alone decides,
/// until all of them are precise enough or have come to their caps: kBlocksToFirstCheck blocks and half as many again
/// at the least, each of as many iterations as the subject's others. One warm-up is found for the group when it is
/// over, in whole blocks. Clocks are synchronised before, after, and every four seconds. A signal of Interrupts
/// ends it with the batch that is running, on all ranks alike.
///
/// Collective; blocks. All ranks pass the same treatments and seed. Throws what a program throws, Error(internal) when
/// MPI fails, std::bad_alloc.
std::vector<Measurement> measure(std::span<const Subject> group, std::uint64_t seed, Surroundings& surroundings);

}  // namespace syncbench::measure
