#pragma once

#include <set>
#include <span>
#include <string>
#include <vector>

#include "harness/core/units.hpp"
#include "harness/machine/placement.hpp"

namespace syncbench::machine {

/// What is wrong on one node or in the whole run, in two halves of a sentence that the place may stand between.
struct PlacementRemark {
  PlacementProblem kind = PlacementProblem::unknown;
  std::string subject;      ///< "4 ranks share 2 processors"
  std::string consequence;  ///< "waiting ranks must yield": what follows or what to do
  std::vector<Rank> ranks;
  NodeIndex node;
};

/// Collects remarks; the same one about several nodes becomes one finding.
class PlacementReport {
 public:
  explicit PlacementReport(std::span<const NodeSize> nodes) : nodes_(nodes) {}

  /// A remark about a node.
  void about_node(PlacementRemark remark);

  /// A remark about the whole run: its sentence names no node.
  void about_run(PlacementRemark remark);

  /// Whether the rank was found on one core with others, or oversubscribed.
  bool crowded(Rank rank) const { return crowded_.contains(rank); }

  /// In the order of the first remark of each.
  std::vector<PlacementFinding> findings() const;

 private:
  struct Entry {
    PlacementRemark remark;
    std::set<NodeIndex> nodes;  // empty: the whole run
  };
  std::string sentence(const Entry& entry) const;

  std::span<const NodeSize> nodes_;
  std::vector<Entry> entries_;
  std::set<Rank> crowded_;
};

}  // namespace syncbench::machine
