#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "kernels/layout.hpp"

namespace syncbench::suite {

/// Layouts as users write them: "contiguous,vector:4,unaligned:1". Throws OptionError, with what is allowed.
std::vector<kernels::Layout> layouts_from(std::string_view text);

/// All forms, for help: "contiguous, vector:N, row, …".
std::string layout_forms();

}  // namespace syncbench::suite
