#include "point.hpp"

#include <syncbench/core/detour.hpp>
#include <syncbench/core/timeline.hpp>

namespace syncbench::suite {
namespace {

// Of one rank, beside its samples.
Bytes memory_beside_samples(const Point& point, const World& world) {
  if (!point.probe) return memory_of(point.workload, world.ranks);
  const auto* loop = std::get_if<kernels::SelfishLoop>(&*point.probe);
  return Bytes{loop == nullptr ? 0 : loop->most_detours * sizeof(Detour)};
}

}  // namespace

std::string_view operation_text(const Point& point) noexcept {
  return point.probe ? name_of(*point.probe) : name_of(point.workload.operations.front().collective);
}

std::string_view type_text(const Point& point) noexcept {
  return point.probe ? "none" : kernels::type_text(point.workload);
}

Bytes memory_per_node(const Point& point, const World& world) {
  const auto ranks_per_node = static_cast<std::size_t>((world.ranks + world.nodes - 1) / world.nodes);
  const Bytes samples = memory_of(Timeline::Shape{.iterations = point.treatment.stop.most_iterations,
                                                  .marks = mark_names_of(point.workload, world.ranks).size()});
  return Bytes{ranks_per_node * (memory_beside_samples(point, world).count + samples.count)};
}

}  // namespace syncbench::suite
