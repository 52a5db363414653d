#pragma once

#include <filesystem>
#include <span>

#include "analysis/command/outcome.hpp"

namespace syncbench::analysis {

/// A command that reads a parts folder reports its sound parts. This function names the other parts on the outcome's
/// stderr and sets its code to that of bad data, so that users know that points are missing. Throws what RunReader
/// throws.
void tell_left_out(std::span<const std::filesystem::path> paths, Outcome& outcome);

}  // namespace syncbench::analysis
