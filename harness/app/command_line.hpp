#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "harness/app/settings.hpp"
#include "suites/suite/option_set.hpp"

namespace syncbench::app {

/// What the user wants us to do.
enum class Action { run, help, version, list, describe, dry_run, print_config };

/// A command line, taken apart but with no option's value looked at yet.
struct CommandLine {
  Action action = Action::run;
  std::string described;                            ///< suite that --describe names
  std::string config;                               ///< file of --config, or empty
  std::optional<std::string> ranks, nodes, memory;  ///< of the world that --dry-run plans for
  std::optional<std::string> launches, launcher;    ///< how many launches, and what each begins with
  std::vector<Setting> settings;
};

/// Takes arguments apart. `options`: all that may be set. Throws Error(usage) with the nearest valid choice.
CommandLine parse_command_line(int argc, const char* const* argv, const std::vector<const suite::OptionSpec*>& options);

}  // namespace syncbench::app
