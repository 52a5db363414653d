#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "analysis/run/decomposition.hpp"
#include "harness/core/accusation.hpp"

namespace syncbench::analysis {

/// The smallest lateness of one rank that would have been told.
struct Sensitivity {
  double always_ns = 0;  ///< in every iteration
  double rare_ns = 0;    ///< in so few iterations as a test needs
  std::size_t rare = 0;  ///< so many they are; 0: the point has fewer
};

/// How small a lateness of one rank would have been told in a point whose counted iterations take `time` ns in all. The
/// number of late iterations that a test needs is tried out: that many at random places of the point, added to the
/// lateness that it has, are judged by judge_events(); it is the smallest number that accuses the rank in 198 of 200
/// draws. (The number that suffices if all of them count as independent was found in 86 of 96 simulations: every
/// twentieth time two of them are neighbours and count as less.) Takes the time of 200 judgements or more.
Sensitivity sensitivity_of(const Decomposition& point, std::int64_t time);

/// The fewest events that can accuse one of so many ranks: so many times the same rank is no chance.
std::size_t fewest_events(std::size_t ranks);

}  // namespace syncbench::analysis
