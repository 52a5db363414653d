#pragma once

#include <functional>
#include <string>
#include <string_view>

#include "harness/core/error.hpp"

namespace syncbench::analysis {

/// What a command leaves behind: its texts for stdout and stderr, complete, and the process's exit code.
struct Outcome {
  ExitCode code = ExitCode::ok;
  std::string out;
  std::string err;
  /// Text for stdout that is too much to hold at once: called after `out` is written. It throws Error for what goes
  /// wrong on the way.
  std::function<void(const std::function<void(std::string_view)>& write)> stream = {};
};

}  // namespace syncbench::analysis
