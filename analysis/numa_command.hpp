#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kNuma;

}  // namespace syncbench::analysis
