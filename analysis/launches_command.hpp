#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kLaunches;

}  // namespace syncbench::analysis
