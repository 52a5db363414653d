#include "analysis/command/command.hpp"

#include <algorithm>

namespace syncbench::analysis {

std::vector<const Command*> commands() {
  std::vector<const Command*> all = Command::all();
  std::stable_sort(all.begin(), all.end(), [](const Command* a, const Command* b) { return a->group() < b->group(); });
  return all;
}

}  // namespace syncbench::analysis
