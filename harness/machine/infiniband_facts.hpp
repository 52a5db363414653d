#pragma once

#include "harness/machine/facts.hpp"
#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// InfiniBand and RoCE adapters: firmware, board, each port's link and the kinds of its addresses, error and congestion
/// counters; port_xmit_data and port_rcv_data are in units of 4 bytes. One fact, "infiniband", says that there are
/// none. Reads about 40 files and the address table of a port; only the first 16 adapters. Never fails.
Facts infiniband_facts(const Tree& tree);

}  // namespace syncbench::machine
