#include "point.hpp"

#include <syncbench/core/timeline.hpp>

namespace syncbench::suite {

Bytes memory_per_node(const Point& point, const World& world) {
  const auto ranks_per_node = static_cast<std::size_t>((world.ranks + world.nodes - 1) / world.nodes);
  const Bytes samples = memory_of(Timeline::Shape{.iterations = point.treatment.stop.most_iterations,
                                                  .marks = mark_names_of(point.workload, world.ranks).size()});
  return Bytes{ranks_per_node * (memory_of(point.workload, world.ranks).count + samples.count)};
}

}  // namespace syncbench::suite
