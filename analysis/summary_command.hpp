#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kSummary;

}  // namespace syncbench::analysis
