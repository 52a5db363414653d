#pragma once

#include "analysis/command/commands.hpp"

namespace syncbench::analysis {

extern const Command kSummary;

}  // namespace syncbench::analysis
