#include "harness/app/node_facts.hpp"

#include <algorithm>
#include <set>

#include <nlohmann/json.hpp>

#include "harness/machine/collect_facts.hpp"
#include "harness/machine/facts_json.hpp"
#include "harness/machine/processor_facts.hpp"
#include "harness/machine/processor_list.hpp"
#include "harness/machine/rank_facts.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

bool leads(const std::vector<RankFacts>& ranks, Rank rank) {
  const NodeIndex node = ranks.at(static_cast<std::size_t>(rank.value)).node;
  const auto first =
      std::find_if(ranks.begin(), ranks.end(), [node](const RankFacts& each) { return each.node.value == node.value; });
  return first - ranks.begin() == rank.value;
}

// Those that any rank of the node may run on.
std::vector<int> processors_of(NodeIndex node, const std::vector<RankFacts>& ranks) {
  std::set<int> all;
  for (const RankFacts& each : ranks) {
    if (each.node != node) continue;
    const auto processors = machine::parse_processor_list(each.binding.processors);
    if (processors) all.insert(processors->begin(), processors->end());
  }
  return {all.begin(), all.end()};
}

machine::Facts own_facts(Rank rank, const std::vector<RankFacts>& ranks) {
  const machine::Tree tree("/");
  machine::Facts facts = machine::rank_facts(tree, rank);
  if (!leads(ranks, rank)) return facts;
  facts.add(machine::collect_facts());
  facts.add(machine::processor_facts(tree, processors_of(ranks.at(static_cast<std::size_t>(rank.value)).node, ranks)));
  return facts;
}

}  // namespace

std::vector<std::string> gather_node_facts(const mpi::Communicator& world, const std::vector<RankFacts>& ranks,
                                           const machine::Facts& own) {
  machine::Facts all = own_facts(world.rank(), ranks);
  all.add(own);
  const auto texts = mpi::gather_texts(world, to_json(all));
  std::vector<nlohmann::json> nodes;
  for (std::size_t rank = 0; rank < texts.size(); ++rank) {
    const auto node = static_cast<std::size_t>(ranks.at(rank).node.value);
    if (nodes.size() <= node) nodes.resize(node + 1);
    const auto facts = nlohmann::json::parse(texts[rank]);
    for (const auto& [fact_class, values] : facts.items()) nodes[node][fact_class].update(values);
  }
  std::vector<std::string> by_node;
  for (const auto& each : nodes) by_node.push_back(each.dump());
  return by_node;
}

}  // namespace syncbench::app
