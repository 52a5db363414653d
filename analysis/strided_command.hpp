#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kStrided;

}  // namespace syncbench::analysis
