#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kNoise;

}  // namespace syncbench::analysis
