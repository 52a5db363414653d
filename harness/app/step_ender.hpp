#pragma once

#include <string>
#include <vector>

#include "harness/app/launcher.hpp"

namespace syncbench::app {

/// The command that ends all processes of the launch, for whoever must end before MPI could do it: srun waits for the
/// processes that are left, a stopped one too. The program is found in PATH. Empty where there is none, and where the
/// launcher ends all others by itself.
std::vector<std::string> step_ender(const Launcher& launcher, const Environment& environment);

}  // namespace syncbench::app
