#pragma once

#include <string>

#include <syncbench/core/error.hpp>

namespace syncbench::analysis {

/// What a command leaves behind: its texts for stdout and stderr, complete, and the process's exit code.
struct Outcome {
  ExitCode code = ExitCode::ok;
  std::string out;
  std::string err;
};

}  // namespace syncbench::analysis
