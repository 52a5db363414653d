#pragma once

#include <span>
#include <vector>

#include "harness/core/collective.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// D(i): the participants whose data rank i needs before it can finish, by the operation's meaning (what no
/// implementation can avoid); an implementation may wait for more. Sorted by place in `participants`, never empty.
///
/// `participants`: the ranks of the operation in its own order; `rank` is one of them and so is `root`, which matters
/// only where the collective has one. Throws Error(internal) if they are not.
std::vector<Rank> dependencies(Collective collective, Rank rank, Rank root, std::span<const Rank> participants);

}  // namespace syncbench
