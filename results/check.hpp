#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace syncbench::results {

/// Everything in which a file departs from schema syncbench/1, a sentence each; empty for a valid file. Throws
/// Error(io) if the file cannot be opened at all; a file that is not HDF5 is a departure.
std::vector<std::string> departures(const std::filesystem::path& file);

}  // namespace syncbench::results
