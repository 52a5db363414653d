#pragma once

#include <span>
#include <string>

#include "harness/core/units.hpp"

namespace syncbench::machine {

/// The last-level cache of one rank, and where: what it said of itself.
struct CacheUser {
  NodeIndex node;
  Bytes cache;             ///< 0: not known
  std::string processors;  ///< that share it, list form
};

/// How much memory one rank has to go over so that its buffers are not in a cache when their turn comes again.
struct WorkingSet {
  Bytes bytes;
  bool capped = false;  ///< it is kMostWorkingSet although the caches would take more, or may take more
};

/// More is not gone over, whatever a machine says of its caches.
inline constexpr Bytes kMostWorkingSet{std::size_t{256} << 20};

/// Twice the rank's share of its last-level cache, the largest over all ranks, so that it is enough on each of them;
/// ranks share a cache if they are on one node and named the same processors. At most kMostWorkingSet, and that where a
/// rank does not know its cache.
WorkingSet working_set(std::span<const CacheUser> ranks);

}  // namespace syncbench::machine
