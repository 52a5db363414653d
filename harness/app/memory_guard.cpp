#include "harness/app/memory_guard.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "harness/core/saturating.hpp"

namespace syncbench::app {
namespace {

double gib(Bytes bytes) { return static_cast<double>(bytes.count) / (1024.0 * 1024.0 * 1024.0); }

}  // namespace

Bytes memory_needed(std::span<const PlannedPoint> group, const suite::World& world) {
  Bytes needed;
  for (const PlannedPoint& each : group)
    needed.count = saturating_sum(needed.count, memory_per_node(each.point, world).count);
  return needed;
}

std::vector<std::string> reasons_of_memory(std::span<const PlannedPoint> group, const suite::World& world) {
  std::vector<std::string> reasons;
  for (const PlannedPoint& each : group) reasons.push_back(each.point.against);
  const Bytes allowed{world.memory_per_node.count / 5 * 4};
  if (allowed.count == 0) return reasons;
  std::vector<std::pair<Bytes, std::size_t>> by_need;
  for (std::size_t i = 0; i < group.size(); ++i) {
    if (reasons[i].empty()) by_need.emplace_back(memory_per_node(group[i].point, world), i);
  }
  std::sort(by_need.begin(), by_need.end());
  Bytes taken;
  for (const auto& [need, point] : by_need) {
    if (need.count <= allowed.count - taken.count) {
      taken.count += need.count;
      continue;
    }
    const std::string others =
        need > allowed ? "" : fmt::format(", beside {:.1f} GiB of smaller points that it is compared with", gib(taken));
    reasons[point] = fmt::format("it needs {:.1f} GiB on a node{}; four fifths of what is free there are {:.1f} GiB",
                                 gib(need), others, gib(allowed));
  }
  return reasons;
}

}  // namespace syncbench::app
