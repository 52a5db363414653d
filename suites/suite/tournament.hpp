#pragma once

#include <utility>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench::suite {

using Pair = std::pair<Rank, Rank>;  ///< the lower rank first

/// Every pair of `ranks` ranks exactly once, in rounds in which no rank is in two pairs: ranks − 1 rounds, or as many
/// as there are ranks if that is odd; then one rank sits out in each. Pairs are sorted. The circle method of
/// round-robin tournaments (Kirkman 1847): the last player stays, the others go around. Empty for fewer than 2 ranks.
std::vector<std::vector<Pair>> tournament(int ranks);

}  // namespace syncbench::suite
