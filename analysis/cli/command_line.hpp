#pragma once

#include <span>
#include <string>

#include "analysis/command/outcome.hpp"

namespace syncbench::analysis {

/// What `syncbench-analyze` does with its arguments, program name not included. Never throws for anything that a user
/// or a file can do wrong: that is one sentence in `err` and the exit code of its class. No text steers the terminal.
Outcome run_command_line(std::span<const std::string> arguments);

}  // namespace syncbench::analysis
