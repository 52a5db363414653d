#include "harness/core/link_load.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "harness/core/schedule.hpp"

namespace syncbench {
namespace {

// The messages of a pattern that leave or enter one node, at most.
double most_messages_over_a_link(Collective pattern, std::span<const NodeIndex> nodes) {
  std::map<NodeIndex, double> leaving, entering;
  const auto node_of = [&](Rank rank) { return nodes[static_cast<std::size_t>(rank.value)]; };
  for (Rank rank{0}; rank.value < static_cast<int>(nodes.size()); ++rank.value) {
    for (const ScheduledSend& each : schedule_of(pattern, rank, static_cast<int>(nodes.size()), Rank{0}).sends) {
      if (node_of(rank) == node_of(each.to)) continue;
      ++leaving[node_of(rank)];
      ++entering[node_of(each.to)];
    }
  }
  double most = 1;
  for (const auto& direction : {leaving, entering}) {
    for (const auto& [node, messages] : direction) most = std::max(most, messages);
  }
  return most;
}

}  // namespace

double most_buffers_over_a_link(Collective collective, std::span<const NodeIndex> nodes) {
  std::map<NodeIndex, double> ranks_of;
  for (const NodeIndex node : nodes) ++ranks_of[node];
  if (ranks_of.size() < 2) return 1;
  const auto fewer = [](const auto& a, const auto& b) { return a.second < b.second; };
  const double fewest = std::min_element(ranks_of.begin(), ranks_of.end(), fewer)->second;
  const double most = std::max_element(ranks_of.begin(), ranks_of.end(), fewer)->second;
  const double elsewhere = static_cast<double>(nodes.size()) - fewest;
  switch (collective) {
    case Collective::all_to_all:
      return most;
    case Collective::ring:
    case Collective::centre:
      return most_messages_over_a_link(collective, nodes);
    case Collective::allgather:
      return most * elsewhere;
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::gather:
      return elsewhere;
    case Collective::allreduce:
    case Collective::reduce_scatter:
    case Collective::scan:
    case Collective::exscan:
      return std::max(elsewhere, most * std::ceil(std::log2(static_cast<double>(ranks_of.size()))));
    case Collective::scatter:  // its send buffer holds a block for each rank
    case Collective::barrier:
      break;
  }
  return 1;
}

}  // namespace syncbench
