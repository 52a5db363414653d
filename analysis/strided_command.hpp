#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kStrided;

}  // namespace syncbench::analysis
