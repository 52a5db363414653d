#include "analysis/facts/fact_findings.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "analysis/facts/interface_findings.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kManySwitches = 10;  // times those of the other nodes
constexpr double kFewestSwitches = 1'000;
constexpr double kLeastThrottled_us = 1'000;

void add_throttling(const NodeFacts& node, std::vector<Finding>& findings) {
  const double throttled = node.growth("process.throttled_us");
  if (throttled < kLeastThrottled_us) return;
  findings.push_back(finding_about(node, Cause::throttled, Weight::finding,
                                   fmt::format("{} was throttled by its CPU quota for {:.0f} ms in {:.0f} periods",
                                               node.host, throttled / 1e3, node.growth("process.throttled_periods")),
                                   "raise the control group's quota, or start fewer ranks in it"));
}

void add_switches(const std::vector<NodeFacts>& nodes, std::vector<Finding>& findings) {
  if (nodes.size() < 2) return;
  const std::string counter = "process.involuntary_switches";
  for (const NodeFacts& node : nodes) {
    std::vector<std::int64_t> others;
    for (const NodeFacts& other : nodes) {
      if (&other != &node) others.push_back(static_cast<std::int64_t>(other.growth(counter)));
    }
    const double own = node.growth(counter);
    const auto usual = static_cast<double>(median_of(std::move(others)));
    if (own < kFewestSwitches || own < kManySwitches * std::max(1.0, usual)) continue;
    findings.push_back(finding_about(
        node, Cause::switches, Weight::finding,
        fmt::format("{}: ranks lost their processors {:.0f} times, {:.0f} on the other nodes", node.host, own, usual),
        "look for other processes on this node, and bind ranks to cores of their own"));
  }
}

bool is_telling(const std::string& name) {
  static constexpr std::array kNames = std::to_array<std::string_view>(
      {"cpu.model", "cpu.microcode", "cpu.governor", "cpu.clock_source", "cpu.boost", "cpu.frequency_driver",
       "cpu.smt_active", "memory.total_kib", "memory.thp_enabled", "software.kernel", "software.glibc",
       "tcp.congestion_control", "infiniband", "process.cpu_quota"});
  if (std::find(kNames.begin(), kNames.end(), name) != kNames.end()) return true;
  const bool library = name.starts_with("library.") && (name.ends_with(".path") || name.ends_with(".build_id"));
  return library || name.starts_with("infiniband.");
}

bool is_of_network(const std::string& name) {
  return name.starts_with("net.") &&
         (name.ends_with(".mtu") || name.ends_with(".speed_mbit") || name.ends_with(".driver"));
}

// Speeds and MTUs of what the ranks' connections go through are no mere difference.
bool is_of_link_in_use(const std::vector<NodeFacts>& nodes, const std::string& name) {
  if (!name.ends_with(".mtu") && !name.ends_with(".speed_mbit")) return false;
  const std::string interface = name.substr(4, name.rfind('.') - 4);
  return std::any_of(nodes.begin(), nodes.end(),
                     [&](const NodeFacts& node) { return interfaces_in_use(node).contains(interface); });
}

// Every value with the hosts that have it.
std::map<std::string, std::vector<std::string>> hosts_by_value(const std::vector<NodeFacts>& nodes,
                                                               const std::string& kind, const std::string& name) {
  std::map<std::string, std::vector<std::string>> hosts;
  for (const NodeFacts& node : nodes) {
    if (const auto value = fact(node.begin, kind, name)) hosts[*value].push_back(node.host);
  }
  return hosts;
}

// "9000 on n1, n2, 1500 on n3", the many last.
std::string described(const std::map<std::string, std::vector<std::string>>& hosts_by) {
  constexpr std::size_t kMostHosts = 4;
  std::vector<std::string> parts;
  for (const auto& [value, hosts] : hosts_by) {
    parts.push_back(fmt::format(
        "{} on {}", value, hosts.size() <= kMostHosts ? join(hosts, ", ") : fmt::format("{} nodes", hosts.size())));
  }
  return join(parts, "; ");
}

void add_differences(const std::vector<NodeFacts>& nodes, std::vector<Finding>& findings) {
  for (const std::string kind : {"identity", "config"}) {
    std::set<std::string> names;
    for (const NodeFacts& node : nodes) {
      const auto facts = node.begin.find(kind);
      if (facts == node.begin.end()) continue;
      for (const auto& [name, value] : facts->second) {
        if (is_telling(name) || is_of_network(name)) names.insert(name);
      }
    }
    for (const std::string& name : names) {
      const auto hosts = hosts_by_value(nodes, kind, name);
      if (hosts.size() < 2) continue;
      const bool network = is_of_network(name);
      Finding finding;
      finding.cause = network ? Cause::network : Cause::difference;
      const bool in_use = network && is_of_link_in_use(nodes, name);
      finding.weight = in_use ? Weight::finding : Weight::note;
      finding.what = fmt::format("{} differs between nodes: {}{}", name, described(hosts),
                                 in_use ? "; the ranks' connections go through it" : "");
      for (const NodeFacts& node : nodes) finding.evidence.push_back(node.path + "/begin");
      finding.advice =
          network ? "make the interfaces alike, or choose others" : "make the nodes alike before they are compared";
      findings.push_back(std::move(finding));
    }
  }
}

void add_clock_source(const std::vector<NodeFacts>& nodes, std::vector<Finding>& findings) {
  for (const NodeFacts& node : nodes) {
    const auto source = fact(node.begin, "config", "cpu.clock_source");
    // Other architectures have no tsc, and theirs is as good.
    if (!source || (*source != "hpet" && *source != "acpi_pm" && *source != "jiffies" && *source != "refined-jiffies"))
      continue;
    findings.push_back(finding_about(
        node, Cause::clock, Weight::note,
        fmt::format("{} reads its time from {}, which takes a microsecond and is coarse", node.host, *source),
        "boot with clocksource=tsc if the processor's counter is invariant"));
  }
}

std::string text_of(const nlohmann::json& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

}  // namespace

FactTexts parse_facts(const std::string& json) {
  FactTexts facts;
  if (json.empty()) return facts;
  const auto parsed = nlohmann::json::parse(json, nullptr, false);
  if (!parsed.is_object()) throw Error(ExitCode::data, "the facts of a node are no JSON object");
  for (const auto& kind : parsed.items()) {
    if (!kind.value().is_object()) continue;
    for (const auto& fact : kind.value().items()) {
      if (fact.value().is_string() || fact.value().is_number()) facts[kind.key()][fact.key()] = text_of(fact.value());
    }
  }
  return facts;
}

std::optional<std::string> fact(const FactTexts& facts, const std::string& kind, const std::string& name) {
  const auto of_kind = facts.find(kind);
  if (of_kind == facts.end()) return std::nullopt;
  const auto found = of_kind->second.find(name);
  return found == of_kind->second.end() ? std::nullopt : std::optional(found->second);
}

std::map<std::string, std::string> connections_with(const FactTexts& facts, const std::string& kind,
                                                    std::string_view ending) {
  std::map<std::string, std::string> connections;
  const auto of_kind = facts.find(kind);
  if (of_kind == facts.end()) return connections;
  for (const auto& [name, value] : of_kind->second) {
    if (name.starts_with("rank.") && name.find(".tcp.") != std::string::npos && name.ends_with(ending))
      connections[name.substr(0, name.size() - ending.size())] = value;
  }
  return connections;
}

double NodeFacts::growth(const std::string& counter) const {
  const auto value = [&](const FactTexts& facts) -> std::optional<double> {
    const auto text = fact(facts, "counter", counter);
    return text ? parse_number(*text) : std::nullopt;
  };
  const auto before = value(begin), after = value(end);
  return before && after ? std::max(0.0, *after - *before) : 0;
}

Finding finding_about(const NodeFacts& node, Cause cause, Weight weight, std::string what, std::string advice) {
  Finding finding;
  finding.cause = cause;
  finding.weight = weight;
  finding.what = std::move(what);
  finding.hosts = {node.host};
  finding.evidence = {node.path + "/begin", node.path + "/end"};
  finding.advice = std::move(advice);
  return finding;
}

std::vector<Finding> fact_findings(const std::vector<NodeFacts>& nodes) {
  std::vector<Finding> findings;
  for (const NodeFacts& node : nodes) add_throttling(node, findings);
  add_switches(nodes, findings);
  add_differences(nodes, findings);
  add_clock_source(nodes, findings);
  return findings;
}

std::vector<NodeFacts> facts_of_nodes(const results::RunReader& reader) {
  std::vector<NodeFacts> nodes;
  for (const results::NodeRow& row : reader.header().node_rows) {
    try {
      nodes.push_back({row.hostname, fmt::format("/run/facts/{}", row.node),
                       parse_facts(reader.facts(row.node, results::FactsMoment::begin)),
                       parse_facts(reader.facts(row.node, results::FactsMoment::end))});
    } catch (const Error& error) {
      throw Error(error.code(), fmt::format("{}: /run/facts/{}: {}", reader.file().string(), row.node, error.what()));
    }
  }
  return nodes;
}

}  // namespace syncbench::analysis
