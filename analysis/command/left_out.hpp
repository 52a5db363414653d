#pragma once

#include <filesystem>
#include <span>

#include "analysis/command/outcome.hpp"

namespace syncbench::analysis {

/// Commands read those parts of a parts folder that are sound. This names the others on the outcome's stderr, and makes
/// its code that of bad data, so that nobody takes the report for one of all parts. Throws what RunReader throws.
void tell_left_out(std::span<const std::filesystem::path> paths, Outcome& outcome);

}  // namespace syncbench::analysis
