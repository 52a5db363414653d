#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>

#include "analysis/numa/numa_report.hpp"
#include "analysis/render/amounts.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

// What the launcher did, and whether somebody changed it later.
void say_masks(const NumaReport& report, std::vector<std::string>& sentences) {
  std::vector<const RankMasks*> known, unbound;
  for (const RankMasks& each : report.ranks) {
    if (each.after_backend.empty()) continue;
    known.push_back(&each);
    if (each.unbound()) unbound.push_back(&each);
  }
  if (known.empty()) return;
  const std::string launcher = report.launcher == "none" ? "no launcher was known, which" : report.launcher;
  if (unbound.empty()) {
    sentences.push_back(fmt::format("{} bound every rank: rank {} may run on processor {}", launcher,
                                    known.front()->rank, known.front()->after_backend));
  } else {
    sentences.push_back(fmt::format("{} left {} of {} ranks unbound: rank {} may run on all {} processors of {}",
                                    launcher, unbound.size(), known.size(), unbound.front()->rank,
                                    unbound.front()->of_machine, unbound.front()->host));
  }
  for (const RankMasks* each : known) {
    const auto changed = [&](const std::string& before, const std::string& after, const char* who) {
      if (before.empty() || after.empty() || before == after) return;
      sentences.push_back(
          fmt::format("{} changed where rank {} may run, from {} to {}", who, each->rank, before, after));
    };
    changed(each->at_entry, each->after_mpi_init, "MPI_Init");
    changed(each->after_mpi_init, each->after_backend, "the backend");
    if (sentences.size() > 4) return;  // a machine full of ranks says it once
  }
}

std::map<std::string, int> ranks_by_core(const NumaReport& report) {
  std::map<std::string, int> shared;
  for (const RankMasks& each : report.ranks) {
    const bool one = !each.after_backend.empty() && each.after_backend.find_first_of(",-") == std::string::npos;
    if (one) ++shared[fmt::format("processor {} of {}", each.after_backend, each.host)];
  }
  return shared;
}

void say_shared_cores(const NumaReport& report, std::vector<std::string>& sentences) {
  for (const auto& [core, ranks] : ranks_by_core(report)) {
    if (ranks > 1) sentences.push_back(fmt::format("{} ranks are bound to {}", ranks, core));
  }
}

std::string memory_text(const MemoryPair& pair) {
  std::vector<std::string> parts;
  if (pair.latency_ns) parts.push_back(fmt::format("{:.0f} ns a load", *pair.latency_ns));
  if (pair.bytes_per_nano) parts.push_back(fmt::format("{:.3g} GB/s copied", *pair.bytes_per_nano));
  return join(parts, ", ");
}

// The farthest memory of each node with cores, against the node's own.
void say_memory(const NumaReport& report, std::vector<std::string>& sentences) {
  for (const MemoryPair& own : report.memory) {
    if (own.cpu_node != own.memory_node) continue;
    const MemoryPair* farthest = nullptr;
    for (const MemoryPair& each : report.memory) {
      if (each.cpu_node != own.cpu_node || each.memory_node == own.memory_node || !each.latency_ns) continue;
      if (farthest == nullptr || *each.latency_ns > *farthest->latency_ns) farthest = &each;
    }
    std::string text = fmt::format("memory of node {} from its own cores: {}", own.memory_node, memory_text(own));
    if (farthest != nullptr && own.latency_ns)
      text += fmt::format("; of node {}: {}, {} × as far", farthest->memory_node, memory_text(*farthest),
                          factor_text(*farthest->latency_ns / *own.latency_ns));
    sentences.push_back(std::move(text));
  }
}

// Below so much a ratio of two placements is no difference: the same placement twice differs by a few percent.
constexpr double kMargin = 1.05;

bool is_clear(const MeanInterval& ratio) { return ratio.lower > kMargin || ratio.upper < 1 / kMargin; }

std::string cost_text(const SeatingRow& row, const char* against) {
  return fmt::format("{} × {} ({} of {}, {})", factor_text(row.ratio->mean), against, row.operation,
                     bytes_text(static_cast<double>(row.bytes)),
                     limits_text(factor_text(row.ratio->lower), factor_text(row.ratio->upper)));
}

void say_placements(const NumaReport& report, std::vector<std::string>& sentences) {
  const SeatingRow* worst = nullptr;
  for (const SeatingRow& row : report.seatings) {
    if (row.part != "placement" || !row.ratio || row.ratio->lower <= kMargin) continue;
    if (worst == nullptr || row.ratio->mean > worst->ratio->mean) worst = &row;
  }
  if (worst == nullptr) return;
  sentences.push_back(seating_sentence(*worst));
}

std::string policy_name(const SeatingRow& row) {
  return row.memory_policy == "local" ? row.cpu_policy : fmt::format("{}, {}", row.cpu_policy, row.memory_policy);
}

void say_policies(const NumaReport& report, std::vector<std::string>& sentences) {
  for (const SeatingRow& row : report.seatings) {
    if (row.part != "policies" || !row.ratio || row.cpu_policy == "same-core" || !is_clear(*row.ratio)) continue;
    sentences.push_back(seating_sentence(row));
  }
}

void say_not_applicable(const NumaReport& report, std::vector<std::string>& sentences) {
  std::map<std::string, std::set<std::string>> by_reason;
  for (const NotApplicable& each : report.not_applicable) by_reason[each.reason].insert(each.what);
  for (const auto& [reason, whats] : by_reason)
    sentences.push_back(fmt::format("not measured: {} ({})", join({whats.begin(), whats.end()}, "; "), reason));
}

}  // namespace

std::string seating_sentence(const SeatingRow& row) {
  if (row.part == "placement")
    return fmt::format("buffers on node {} and ranks on node {} cost {}", row.memory_node.value_or(-1),
                       row.cpu_node.value_or(-1), cost_text(row, "buffers on the ranks' own node"));
  return fmt::format("policy {} takes {}", policy_name(row), cost_text(row, "what the launcher's takes"));
}

std::vector<std::string> numa_sentences(const NumaReport& report) {
  std::vector<std::string> sentences;
  say_masks(report, sentences);
  say_shared_cores(report, sentences);
  say_placements(report, sentences);
  say_policies(report, sentences);
  say_memory(report, sentences);
  say_not_applicable(report, sentences);
  return sentences;
}

}  // namespace syncbench::analysis
