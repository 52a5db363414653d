#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kPairs;

}  // namespace syncbench::analysis
