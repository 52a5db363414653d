#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kStorm;

}  // namespace syncbench::analysis
