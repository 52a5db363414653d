#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kExplain;

}  // namespace syncbench::analysis
