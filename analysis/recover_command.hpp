#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kRecover;

}  // namespace syncbench::analysis
