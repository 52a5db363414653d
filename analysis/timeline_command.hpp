#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kTimeline;

}  // namespace syncbench::analysis
