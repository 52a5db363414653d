#pragma once

#include <string>
#include <vector>

namespace syncbench::app {

/// How a process came to its end.
struct ChildEnd {
  int exit_code = 0;  ///< 128 + signal where a signal ended it
  int passed_on = 0;  ///< the first signal that came to us meanwhile and was passed on; 0: none
};

/// Runs a command found as a shell would find it, in a process group of its own, without input, its standard output
/// thrown away. Signals that ask us to end (SIGINT, SIGTERM, SIGHUP, SIGUSR1) are passed on to it. Blocks until it has
/// ended. Throws Error(unavailable) if it cannot be started. One thread only.
ChildEnd run_child(const std::vector<std::string>& words);

}  // namespace syncbench::app
