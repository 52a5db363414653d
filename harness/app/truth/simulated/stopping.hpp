#pragma once

#include <optional>
#include <string>

#include "harness/app/truth/simulated/course.hpp"

namespace syncbench::truth {

/// How a point came out that a profile's stop rule ended.
struct Stopped {
  std::size_t iterations = 0;  ///< that were measured
  std::size_t block = 0;       ///< iterations of a block
  std::size_t warmup = 0;      ///< iterations
  std::string reason;          ///< stop_reason
  std::string steadiness;
};

/// Asks the stop rule of a profile ("quick") as the program does, after each of its blocks, with the iterations of the
/// course until then; and in the end the rule that finds the warm-up. Blocks have the size that the point's pace and
/// the profile's least time give. Nothing: the course is too short to tell. Throws std::invalid_argument for another
/// profile.
std::optional<Stopped> stop_of(const std::string& profile, const Course& course);

/// The first iterations of a course.
Course first_of(const Course& course, std::size_t iterations);

}  // namespace syncbench::truth
