#pragma once

#include <string>

#include "course.hpp"

namespace syncbench::truth {

/// How a point that is measured until a profile's stop rule ends it would have come out.
struct Stopped {
  std::size_t iterations = 0;  ///< that were measured
  std::string reason;          ///< stop_reason, as in the file
};

/// Asks the stop rule of a profile ("quick") as the program does, at each of its checks, with the iterations of the
/// course until then. Throws std::invalid_argument for another profile.
Stopped stop_of(const std::string& profile, const Course& course);

/// The first iterations of a course.
Course first_of(const Course& course, std::size_t iterations);

}  // namespace syncbench::truth
