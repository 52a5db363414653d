#include "point.hpp"

#include <syncbench/core/timeline.hpp>

namespace syncbench::suite {

int ranks_together(const Point& point, const World& world) noexcept {
  return point.groups.empty() ? world.ranks : static_cast<int>(point.groups.front().ranks.size());
}

Bytes memory_per_node(const Point& point, const World& world) {
  const auto ranks_per_node = static_cast<std::size_t>((world.ranks + world.nodes - 1) / world.nodes);
  const Bytes samples =
      memory_of(Timeline::Shape{.iterations = point.treatment.stop.most_iterations,
                                .marks = mark_names_of(point.workload, ranks_together(point, world)).size(),
                                .counters = evidence_names(point.treatment.evidence).size()});
  return Bytes{ranks_per_node * (memory_of(point.workload, ranks_together(point, world)).count + samples.count)};
}

}  // namespace syncbench::suite
