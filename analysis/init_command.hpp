#pragma once

#include "commands.hpp"

namespace syncbench::analysis {

extern const Command kInit;

}  // namespace syncbench::analysis
