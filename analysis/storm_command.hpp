#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kStorm;

}  // namespace syncbench::analysis
