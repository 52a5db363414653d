#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kPairs;

}  // namespace syncbench::analysis
