#include "harness/machine/working_set.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace syncbench::machine {

WorkingSet working_set(std::span<const CacheUser> ranks) {
  const auto cache_of = [](const CacheUser& user) { return std::pair(user.node, user.processors); };
  std::map<std::pair<NodeIndex, std::string>, std::size_t> sharing;
  for (const CacheUser& each : ranks) ++sharing[cache_of(each)];
  WorkingSet largest;
  for (const CacheUser& each : ranks) {
    if (each.cache.count == 0) return {.bytes = kMostWorkingSet, .capped = true};
    const std::size_t share = sharing[cache_of(each)];
    largest.bytes = std::max(largest.bytes, Bytes{(2 * each.cache.count + share - 1) / share});
  }
  if (largest.bytes <= kMostWorkingSet) return largest;
  return {.bytes = kMostWorkingSet, .capped = true};
}

}  // namespace syncbench::machine
