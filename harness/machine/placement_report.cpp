#include "harness/machine/placement_report.hpp"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace syncbench::machine {

void PlacementReport::about_node(PlacementRemark remark) {
  if (remark.kind == PlacementProblem::shared_core || remark.kind == PlacementProblem::oversubscribed) {
    crowded_.insert(remark.ranks.begin(), remark.ranks.end());
  }
  const auto same = [&](const Entry& entry) {
    return entry.remark.kind == remark.kind && entry.remark.subject == remark.subject && !entry.nodes.empty();
  };
  auto found = std::find_if(entries_.begin(), entries_.end(), same);
  if (found == entries_.end()) {
    const NodeIndex node = remark.node;
    entries_.push_back({std::move(remark), {node}});
    return;
  }
  found->remark.ranks.insert(found->remark.ranks.end(), remark.ranks.begin(), remark.ranks.end());
  found->nodes.insert(remark.node);
}

void PlacementReport::about_run(PlacementRemark remark) { entries_.push_back({std::move(remark), {}}); }

std::string PlacementReport::sentence(const Entry& entry) const {
  const PlacementRemark& remark = entry.remark;
  if (entry.nodes.empty()) return fmt::format("{}: {}", remark.subject, remark.consequence);
  const auto index = static_cast<std::size_t>(remark.node.value);
  std::string place = fmt::format("node {} ({})", index, nodes_[index].name);
  const std::size_t more = entry.nodes.size() - 1;
  if (more > 0) place += fmt::format(" and so on {} more node{}", more, more == 1 ? "" : "s");
  return fmt::format("{} on {}: {}", remark.subject, place, remark.consequence);
}

std::vector<PlacementFinding> PlacementReport::findings() const {
  std::vector<PlacementFinding> findings;
  for (const Entry& entry : entries_) {
    findings.push_back({entry.remark.kind, entry.remark.node, entry.remark.ranks, sentence(entry)});
    std::sort(findings.back().ranks.begin(), findings.back().ranks.end());
  }
  return findings;
}

}  // namespace syncbench::machine
