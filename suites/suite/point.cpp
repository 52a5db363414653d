#include "suites/suite/point.hpp"

#include "harness/core/saturating.hpp"
#include "harness/core/timeline.hpp"

namespace syncbench::suite {
namespace {

// Ranks of a node that need what one rank needs beside its samples.
std::size_t workers_of(const Point& point, std::size_t ranks_per_node) {
  return point.probe && takes_one_rank(*point.probe) ? 1 : ranks_per_node;
}

}  // namespace

std::string_view operation_text(const Point& point) noexcept {
  return point.probe ? name_of(*point.probe) : name_of(point.workload.operations.front().collective);
}

std::string_view type_text(const Point& point) noexcept {
  return point.probe ? "none" : kernels::type_text(point.workload);
}

int ranks_together(const Point& point, const World& world) noexcept {
  return point.groups.empty() ? world.ranks : static_cast<int>(point.groups.front().ranks.size());
}

Bytes memory_per_node(const Point& point, const World& world) {
  const auto ranks_per_node = static_cast<std::size_t>((world.ranks + world.nodes - 1) / world.nodes);
  const int together = ranks_together(point, world);
  const Bytes samples = memory_of(Timeline::Shape{.iterations = point.treatment.stop.most_iterations,
                                                  .marks = mark_names_of(point.workload, together).size(),
                                                  .counters = evidence_names(point.treatment.evidence).size()});
  const Bytes beside = point.probe ? memory_of(*point.probe) : memory_of(point.workload, together);
  return Bytes{saturating_sum(saturating_product(ranks_per_node, samples.count),
                              saturating_product(workers_of(point, ranks_per_node), beside.count))};
}

}  // namespace syncbench::suite
