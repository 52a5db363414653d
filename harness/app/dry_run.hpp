#pragma once

#include <string>

#include "harness/app/command_line.hpp"
#include "harness/app/configuration.hpp"

namespace syncbench::app {

/// The world that --ranks, --nodes and --memory describe; what is not said: 2 ranks, 1 node, unknown memory. Throws
/// Error(usage).
suite::World described_world(const CommandLine& line);

/// What a run would measure there, a line a point, with estimated time, memory per node and file size.
std::string dry_run_page(const Configuration& configuration, const suite::World& world);

}  // namespace syncbench::app
