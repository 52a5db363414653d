#include "analysis/facts/load_findings.hpp"

#include <optional>
#include <string>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastShare = 0.05;

// How much all counters "stat.cpu<n>.<ending>" grew together, in ticks; of all endings where it is empty.
double ticks(const NodeFacts& node, std::string_view ending) {
  double sum = 0;
  const auto counters = node.end.find("counter");
  if (counters == node.end.end()) return sum;
  for (const auto& [name, value] : counters->second) {
    if (name.starts_with("stat.cpu") && name.ends_with(ending)) sum += node.growth(name);
  }
  return sum;
}

std::optional<double> others_share(const NodeFacts& node) {
  const auto text = fact(node.end, "volatile", "stat.others_share");
  return text ? parse_number(*text) : std::nullopt;
}

// ", and in 39.1 s some process waited for a processor"; empty where the kernel does not measure pressure.
std::string pressure_text(const NodeFacts& node) {
  const double waited_us = node.growth("pressure.cpu.some_us");
  return waited_us > 0 ? fmt::format("; for {} some process waited for a processor", time_text(waited_us * 1e3)) : "";
}

Finding finding_of(const NodeFacts& node, std::string what, std::string advice, double share) {
  Finding finding = finding_about(node, Cause::loaded, Weight::finding, std::move(what), std::move(advice));
  finding.share = share;
  return finding;
}

void add_others(const NodeFacts& node, std::vector<Finding>& findings) {
  const auto share = others_share(node);
  if (!share || *share < kLeastShare) return;
  findings.push_back(finding_of(
      node,
      fmt::format("{} was not the ranks' own: other processes took {} of the time of its processors while this ran{}",
                  node.host, percent_text(*share), pressure_text(node)),
      "measure again on a quiet node (srun --exclusive); see who is there: ps, top", *share));
}

void add_steal(const NodeFacts& node, std::vector<Finding>& findings) {
  const double all = ticks(node, ""), stolen = ticks(node, ".steal");
  if (all <= 0 || stolen / all < kLeastShare) return;
  findings.push_back(finding_of(node,
                                fmt::format("the machine below {} took {} of the time of its processors away (steal)",
                                            node.host, percent_text(stolen / all)),
                                "ask for a virtual machine with processors of its own, or measure on hardware",
                                stolen / all));
}

}  // namespace

std::vector<Finding> load_findings(const std::vector<NodeFacts>& nodes) {
  std::vector<Finding> findings;
  for (const NodeFacts& node : nodes) {
    add_others(node, findings);
    add_steal(node, findings);
  }
  return findings;
}

}  // namespace syncbench::analysis
