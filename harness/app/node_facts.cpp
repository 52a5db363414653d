#include "node_facts.hpp"

#include <algorithm>

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

std::vector<std::string> gather_node_facts(const mpi::Communicator& world, const std::vector<RankFacts>& ranks) {
  const bool leader = leads(ranks, world.rank());
  const auto texts = mpi::gather_texts(world, leader ? to_json(machine::collect_facts()) : std::string());
  std::vector<std::string> by_node;
  // Nodes are numbered in the order of their lowest ranks.
  std::copy_if(texts.begin(), texts.end(), std::back_inserter(by_node), [](const auto& text) { return !text.empty(); });
  return by_node;
}

}  // namespace syncbench::app
