#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// TCP: the node's counters of retransmission, timeouts, resets and refusals (of this network namespace, not of our
/// connections alone), and the settings that change how small messages travel. Never fails.
Facts tcp_facts(const Tree& tree);

}  // namespace syncbench::machine
