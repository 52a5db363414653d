#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kTimeline;

}  // namespace syncbench::analysis
