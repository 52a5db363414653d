#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kLaunches;

}  // namespace syncbench::analysis
