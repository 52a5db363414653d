#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/names.hpp"
#include "harness/core/units.hpp"

namespace syncbench {
namespace machine {

/// Where one rank may run: what its own Binding said.
struct RankBinding {
  NodeIndex node;
  std::string processors;  ///< list form
  std::string cores;       ///< list form; empty if not known: each processor then counts as a core
};

/// What a node has, whoever may use it.
struct NodeSize {
  std::string name;
  std::size_t processors = 0;
  std::size_t cores = 0;  ///< 0 if not known
  std::optional<double>
      quota;  ///< processors' worth of time that control groups leave to all ranks of the node together
};

/// What can be wrong with where ranks run; each of it makes times those of the placement, not of the communication.
enum class PlacementProblem {
  shared_core,     ///< several ranks are bound to the same single core although there are more
  oversubscribed,  ///< more ranks than processors that they may run on
  over_quota,      ///< more ranks than the CPU quota gives time for
  shared_threads,  ///< enough processors, but only as hardware threads of fewer cores than ranks
  unbound,         ///< ranks may run on every processor of their node
  unknown,         ///< it is not known where ranks may run
};

/// One thing that is wrong, for all ranks that it concerns.
struct PlacementFinding {
  PlacementProblem kind = PlacementProblem::unknown;
  NodeIndex node;           ///< the first node that it concerns
  std::vector<Rank> ranks;  ///< ascending, of all nodes that it concerns
  std::string sentence;     ///< for people: what, where, what follows or what to do
};

/// Judges where ranks run; a pure function of what all ranks say. Row r is rank r, nodes are indices of `nodes`. Nodes
/// that have the same problem in the same numbers make one finding. Ranks that are found on one core or oversubscribed
/// are not called unbound too. Throws Error(internal) for a row whose node is not in `nodes`.
std::vector<PlacementFinding> placement_findings(std::span<const RankBinding> ranks, std::span<const NodeSize> nodes);

}  // namespace machine

template <>
struct Names<machine::PlacementProblem> {
  static constexpr std::array<std::pair<machine::PlacementProblem, std::string_view>, 6> table{{
      {machine::PlacementProblem::shared_core, "shared-core"},
      {machine::PlacementProblem::oversubscribed, "oversubscribed"},
      {machine::PlacementProblem::over_quota, "over-quota"},
      {machine::PlacementProblem::shared_threads, "shared-threads"},
      {machine::PlacementProblem::unbound, "unbound"},
      {machine::PlacementProblem::unknown, "unknown"},
  }};
};

}  // namespace syncbench
