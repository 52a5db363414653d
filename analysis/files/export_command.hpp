#pragma once

#include "analysis/command/commands.hpp"

namespace syncbench::analysis {

extern const Command kExport;

}  // namespace syncbench::analysis
