#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "harness/core/treatment.hpp"
#include "harness/machine/seat.hpp"
#include "kernels/probe.hpp"
#include "kernels/workload.hpp"
#include "suites/suite/world.hpp"

namespace syncbench::suite {

/// What a suite varies, by name: stored with the point, shown in tables, chosen with `--where`.
using Factor = std::variant<std::int64_t, double, std::string>;
using Factors = std::map<std::string, Factor, std::less<>>;

/// One thing to measure.
struct Point {
  kernels::Workload workload;  ///< empty where it is a probe
  Treatment treatment;
  Factors factors;
  std::string group;  ///< points that bear the same one are compared with each other, stand together in the plan, and
                      ///< are measured in alternating blocks; empty: compared with nothing
  std::vector<kernels::Group> groups{};   ///< of ranks that run the workload each for itself, at the same time and all
                                          ///< of one size; a root is a rank of the group. Ranks in none sit out. Empty:
                                          ///< all ranks together
  bool datagrams = false;                 ///< groups are pairs, whose UDP is looked at once before the comparison
  std::optional<kernels::Probe> probe{};  ///< what is no communication: measured once, whatever backends there are
  std::optional<machine::Seating>
      seating{};          ///< where ranks run and have their buffers; nothing: as they were launched
  std::string against{};  ///< why it cannot be measured in this world, known from its description; empty if it may be
};

/// How many ranks run a point's workload together.
int ranks_together(const Point& point, const World& world) noexcept;

/// What is measured and of what elements, for people: "allreduce", "f32"; "selfish-loop", "none".
std::string_view operation_text(const Point& point) noexcept;
std::string_view type_text(const Point& point) noexcept;

/// Memory that a node needs for a point: all its ranks' buffers and samples.
Bytes memory_per_node(const Point& point, const World& world);

}  // namespace syncbench::suite
