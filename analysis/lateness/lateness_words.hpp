#pragma once

#include <cstddef>
#include <string>

#include "analysis/lateness/lateness.hpp"

namespace syncbench::analysis {

/// "12.3 µs (95 %, this launch: 12.1 to 12.9)"; without limits that read as the value does.
std::string sized_text(const MedianInterval& size);

/// "in every iteration", "in every 21st iteration", "in 12 % of the iterations", "in 36 of 88,294 iterations": the last
/// below 1 %, and where the share would read as 100 % though it is not. `iterations`: that were looked at.
std::string often_text(const Recurrence& found, std::size_t iterations);

/// ", from iteration 300 to 1,100 (200 ms to 1.10 s), in 4 episodes", ", growing from 20 to 80 µs"; each where it is
/// so.
std::string when_text(const Recurrence& found, std::size_t iterations);

/// A moment after the point's begin: "1.20 s", "350 ms".
std::string moment_text(double nanos);

}  // namespace syncbench::analysis
