#include "harness/core/link_load.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace syncbench {

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
    case Collective::ring:
      return most;
    case Collective::allgather:
      return most * elsewhere;
    case Collective::broadcast:
    case Collective::reduce:
    case Collective::gather:
    case Collective::centre:
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
