#include "harness/app/rank_facts.hpp"

#include <algorithm>

#include <nlohmann/json.hpp>
#include <unistd.h>

#include "harness/machine/cgroup_cpu.hpp"
#include "harness/machine/host.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

std::string pack(const machine::Binding& binding) {
  const auto limits = machine::cgroup_cpu(machine::Tree("/"));
  nlohmann::json all{{"host", machine::host_name()},
                     {"pid", getpid()},
                     {"processors", binding.processors},
                     {"cores", binding.cores},
                     {"numa_nodes", binding.numa_nodes},
                     {"of_machine", binding.of_machine},
                     {"cores_of_machine", binding.cores_of_machine},
                     {"last_level_cache", binding.last_level_cache.count},
                     {"cache_processors", binding.cache_processors}};
  if (limits && limits->quota) all["quota"] = *limits->quota;
  return all.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

RankFacts unpack(const std::string& text, NodeIndex node) {
  const auto all = nlohmann::json::parse(text);
  RankFacts facts{.node = node, .host = all.at("host"), .pid = all.at("pid"), .binding = {}, .quota = {}};
  facts.binding.processors = all.at("processors");
  facts.binding.cores = all.at("cores");
  facts.binding.numa_nodes = all.at("numa_nodes");
  facts.binding.of_machine = all.at("of_machine");
  facts.binding.cores_of_machine = all.at("cores_of_machine");
  facts.binding.last_level_cache.count = all.at("last_level_cache");
  facts.binding.cache_processors = all.at("cache_processors");
  if (all.contains("quota")) facts.quota = all.at("quota").get<double>();
  return facts;
}

}  // namespace

machine::Facts facts_of(const RankMasks& masks, const machine::Binding& binding, Rank rank) {
  using machine::FactClass;
  machine::Facts facts;
  const std::string prefix = "rank." + std::to_string(rank.value) + ".cpus_";
  facts.add(FactClass::config, prefix + "at_entry", masks.at_entry);
  facts.add(FactClass::config, prefix + "after_mpi_init", masks.after_mpi_init);
  facts.add(FactClass::config, prefix + "after_backend", masks.after_backend);
  facts.add(FactClass::config, prefix + "of_machine", static_cast<std::int64_t>(binding.of_machine));
  return facts;
}

std::vector<RankFacts> exchange_rank_facts(const mpi::Communicator& world) {
  const auto nodes = mpi::node_of_each_rank(world);
  const auto texts = mpi::allgather_texts(world, pack(machine::current_binding()));
  std::vector<RankFacts> facts;
  for (std::size_t rank = 0; rank < texts.size(); ++rank) facts.push_back(unpack(texts[rank], nodes[rank]));
  return facts;
}

std::string own_facts_text() { return pack(machine::current_binding()); }

std::vector<RankFacts> rank_facts_by_host(const std::vector<std::string>& texts) {
  std::vector<std::string> hosts;
  std::vector<RankFacts> facts;
  for (const std::string& text : texts) {
    RankFacts own = text.empty() ? RankFacts{.node = {}, .host = "not heard from", .pid = 0, .binding = {}, .quota = {}}
                                 : unpack(text, NodeIndex{0});
    const auto host = std::find(hosts.begin(), hosts.end(), own.host);
    own.node = NodeIndex{static_cast<int>(host - hosts.begin())};
    if (host == hosts.end()) hosts.push_back(own.host);
    facts.push_back(std::move(own));
  }
  return facts;
}

std::vector<machine::PlacementFinding> placement_of(const std::vector<RankFacts>& facts) {
  std::vector<machine::RankBinding> ranks;
  std::vector<machine::NodeSize> nodes;
  for (const RankFacts& each : facts) {
    ranks.push_back({.node = each.node, .processors = each.binding.processors, .cores = each.binding.cores});
    if (static_cast<std::size_t>(each.node.value) < nodes.size()) continue;
    nodes.push_back({.name = each.host,
                     .processors = each.binding.of_machine,
                     .cores = each.binding.cores_of_machine,
                     .quota = each.quota});
  }
  return machine::placement_findings(ranks, nodes);
}

machine::WorkingSet working_set_of(const std::vector<RankFacts>& facts) {
  std::vector<machine::CacheUser> users;
  for (const RankFacts& each : facts) {
    users.push_back(
        {.node = each.node, .cache = each.binding.last_level_cache, .processors = each.binding.cache_processors});
  }
  return machine::working_set(users);
}

bool shares_processors(const std::vector<machine::PlacementFinding>& findings) {
  using machine::PlacementProblem;
  return std::any_of(findings.begin(), findings.end(), [](const machine::PlacementFinding& each) {
    return each.kind == PlacementProblem::oversubscribed || each.kind == PlacementProblem::shared_core;
  });
}

}  // namespace syncbench::app
