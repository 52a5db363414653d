#pragma once

#include <span>
#include <string>
#include <string_view>

#include "analysis/command/outcome.hpp"

namespace syncbench::analysis {

/// One command of syncbench-analyze.
struct Command {
  std::string_view name;
  std::string_view summary;  ///< what it does, for the list of commands
  /// Runs it on the arguments behind its name. Throws Error for what it cannot do.
  Outcome (*run)(std::span<const std::string> arguments);
};

/// All commands, in the order in which help shows them.
std::span<const Command> commands();

}  // namespace syncbench::analysis
