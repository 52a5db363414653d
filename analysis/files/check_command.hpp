#pragma once

#include "analysis/command/commands.hpp"

namespace syncbench::analysis {

extern const Command kCheck;

}  // namespace syncbench::analysis
