#pragma once

#include <filesystem>
#include <string>

#include "harness/app/configuration.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::app {

/// "smallpkt", or "2suites" where there are several.
std::string suite_part(const Configuration& configuration);

/// Where a run's result goes: what --out says, or a name of our own with the time, the world and the job. Throws as
/// output_file() does.
std::filesystem::path result_file(const Configuration& configuration, const suite::World& world);

}  // namespace syncbench::app
