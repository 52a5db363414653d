#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kExplain;

}  // namespace syncbench::analysis
