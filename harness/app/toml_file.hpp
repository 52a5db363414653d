#pragma once

#include <filesystem>
#include <vector>

#include "harness/app/settings.hpp"

namespace syncbench::app {

/// The settings of a TOML file, in the order of its lines: `key = value`, `[suite]` tables and dotted keys all name
/// options the way the command line does; arrays become comma-separated text. Throws Error(usage) with the line for
/// what is not TOML or no value of an option, Error(io) if the file cannot be read.
std::vector<Setting> read_toml(const std::filesystem::path& file);

}  // namespace syncbench::app
