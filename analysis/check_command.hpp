#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kCheck;

}  // namespace syncbench::analysis
