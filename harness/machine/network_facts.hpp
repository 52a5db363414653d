#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// Interfaces beyond so many are counted and not read: a node full of containers has hundreds.
inline constexpr std::size_t kMostInterfaces = 64;

/// Network interfaces: MTU, speed, state, what each of them is (a veth pair or a bridge tells of a container's
/// overlay), and its traffic and error counters; and the packets that the node had to drop or to leave for later
/// (softnet). Reads about 30 files an interface. Never fails.
Facts network_facts(const Tree& tree);

}  // namespace syncbench::machine
