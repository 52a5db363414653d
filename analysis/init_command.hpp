#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kInit;

}  // namespace syncbench::analysis
