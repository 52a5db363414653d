#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kSummary;

}  // namespace syncbench::analysis
