#pragma once

#include <string>
#include <string_view>

#include "harness/app/configuration.hpp"

namespace syncbench::app {

// What the program says about itself without being launched. All pure.

std::string help_page(const Configuration& configuration);
std::string list_page();
std::string version_page();

/// A suite with all its options and their defaults. Throws Error(usage), with the nearest name, for an unknown one.
std::string describe_page(const Configuration& configuration, std::string_view suite);

}  // namespace syncbench::app
