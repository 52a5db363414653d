#pragma once

#include "analysis/commands.hpp"

namespace syncbench::analysis {

extern const Command kExport;

}  // namespace syncbench::analysis
