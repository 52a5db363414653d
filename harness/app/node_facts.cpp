#include "node_facts.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>

#include <syncbench/machine/collect_facts.hpp>
#include <syncbench/machine/facts_json.hpp>
#include <syncbench/mpi/exchange.hpp>

namespace syncbench::app {
namespace {

bool leads(const std::vector<RankFacts>& ranks, Rank rank) {
  const NodeIndex node = ranks.at(static_cast<std::size_t>(rank.value)).node;
  const auto first =
      std::find_if(ranks.begin(), ranks.end(), [node](const RankFacts& each) { return each.node.value == node.value; });
  return first - ranks.begin() == rank.value;
}

}  // namespace

std::vector<std::string> gather_node_facts(const mpi::Communicator& world, const std::vector<RankFacts>& ranks,
                                           const machine::Facts& own) {
  machine::Facts facts = own;
  if (leads(ranks, world.rank())) facts.add(machine::collect_facts());
  const auto texts = mpi::gather_texts(world, to_json(facts));
  std::vector<nlohmann::json> nodes;  // numbered in the order of their lowest ranks
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const auto node = static_cast<std::size_t>(ranks.at(rank).node.value);
    if (nodes.size() <= node) nodes.resize(node + 1);
    const auto of_rank = nlohmann::json::parse(texts[rank]);
    for (const auto& [fact_class, values] : of_rank.items()) nodes[node][fact_class].update(values);
  }
  std::vector<std::string> by_node;
  for (const auto& each : nodes) by_node.push_back(each.dump());
  return by_node;
}

}  // namespace syncbench::app
