#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kSkew;

}  // namespace syncbench::analysis
