#pragma once

#include <string>
#include <vector>

#include "harness/app/configuration.hpp"
#include "harness/app/launcher.hpp"

namespace syncbench::app {

/// Round 0 of the suite pairs: everybody reaches everybody within --pairs.connect-timeout, before any collective, which
/// would hang where two ranks cannot talk. Where they can nothing more happens. Else rank 0 writes a result in which no
/// point was measured, with a row of the log (code "unreachable") for each pair, and all ranks that still hear it end:
/// throws AgreedError(unavailable). Nothing at all without that suite, and with one rank. Right after MPI_Init.
void connect_everyone(const Configuration& configuration, const Launcher& launcher,
                      const std::vector<std::string>& arguments);

}  // namespace syncbench::app
