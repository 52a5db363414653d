#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kSkew;

}  // namespace syncbench::analysis
