#pragma once

#include "analysis/command/commands.hpp"

namespace syncbench::analysis {

extern const Command kRecover;

}  // namespace syncbench::analysis
