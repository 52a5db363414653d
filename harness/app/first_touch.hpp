#pragma once

#include <chrono>
#include <vector>

#include "harness/app/startup.hpp"

namespace syncbench::app {

/// Worlds of at most so many ranks are touched whole.
inline constexpr int kTouchesAll = 64;

/// With whom a rank exchanges its first messages, round by round: `to` and `from` are the same rank where pairs meet.
struct Touch {
  int to, from;
};

/// Every other rank once, in the rounds of a tournament; in a world of more than kTouchesAll ranks only those at
/// distances that are powers of two, which is what most algorithms use. The same rounds on all ranks, in which some may
/// have nobody.
std::vector<Touch> first_touches(int rank, int ranks);

/// Exchanges a byte with each of them over MPI_COMM_WORLD, before anything else does, and stamps each as phase "peer":
/// MPI libraries connect when they first have to. Waiting for a peer that comes later is part of it. The watchdog is
/// not up yet, so each exchange has a deadline of its own. Collective; blocks. Throws Error(hung) naming both ranks
/// where one passes; the process can only end then.
void touch_peers(Startup& startup, std::chrono::seconds timeout);

}  // namespace syncbench::app
