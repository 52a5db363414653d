#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kPercentiles;

}  // namespace syncbench::analysis
