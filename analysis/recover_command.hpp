#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kRecover;

}  // namespace syncbench::analysis
