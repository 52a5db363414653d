#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kDecompose;

}  // namespace syncbench::analysis
