#include "memory_guard.hpp"

#include <fmt/format.h>

namespace syncbench::app {
namespace {

double gib(Bytes bytes) { return static_cast<double>(bytes.count) / (1024.0 * 1024.0 * 1024.0); }

}  // namespace

Bytes memory_needed(std::span<const PlannedPoint> group, const suite::World& world) {
  Bytes needed;
  for (const PlannedPoint& each : group) needed.count += memory_per_node(each.point, world).count;
  return needed;
}

std::optional<std::string> does_not_fit(std::span<const PlannedPoint> group, const suite::World& world) {
  const Bytes allowed{world.memory_per_node.count / 5 * 4};
  const Bytes needed = memory_needed(group, world);
  if (allowed.count == 0 || needed <= allowed) return std::nullopt;
  return fmt::format("it needs {:.1f} GiB on a node and four fifths of what is free there are {:.1f} GiB", gib(needed),
                     gib(allowed));
}

}  // namespace syncbench::app
