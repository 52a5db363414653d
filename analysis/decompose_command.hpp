#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kDecompose;

}  // namespace syncbench::analysis
