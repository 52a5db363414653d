#pragma once

#include <string>
#include <vector>

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// What the same file says for many processors, as one text: "performance ×30, powersave ×2", the most frequent first.
/// Unreadable with the first file's reason if no file could be read.
FactValue tally(const Tree& tree, const std::vector<std::string>& paths);

}  // namespace syncbench::machine
