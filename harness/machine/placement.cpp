#include "harness/machine/placement.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/machine/crowd.hpp"
#include "harness/machine/placement_report.hpp"
#include "harness/machine/processor_list.hpp"

namespace syncbench::machine {
namespace {

constexpr std::string_view kHowToBind = "try srun --cpu-bind=cores or mpirun --bind-to core";

std::string counted(std::size_t n, std::string_view noun) { return fmt::format("{} {}{}", n, noun, n == 1 ? "" : "s"); }

std::size_t cores_of(const NodeSize& size) { return size.cores > 0 ? size.cores : size.processors; }

// Ranks on one core while others are free. With more ranks than cores no binding helps: that is oversubscription.
void find_shared_cores(NodeIndex node, const NodeSize& size, std::span<const BoundRank> seats,
                       PlacementReport& report) {
  if (seats.size() > cores_of(size)) return;
  const Crowd crowd = united(crowds_on_one_core(seats));
  const std::size_t cores = crowd.cores.size();
  if (cores == 0) return;
  const auto where =
      cores == 1 ? std::string("one and the same core") : fmt::format("{} cores, several to each", cores);
  report.about_node(
      {PlacementProblem::shared_core, fmt::format("{} are bound to {}", counted(crowd.ranks.size(), "rank"), where),
       fmt::format("they stop each other while other cores are free; {}", kHowToBind), crowd.ranks, node});
}

void report_crowd(PlacementProblem kind, const Crowd& crowd, const std::string& shared, std::string consequence,
                  NodeIndex node, PlacementReport& report) {
  if (crowd.ranks.empty()) return;
  report.about_node({kind, fmt::format("{} share {}", counted(crowd.ranks.size(), "rank"), shared),
                     std::move(consequence), crowd.ranks, node});
}

void find_crowding(NodeIndex node, std::span<const BoundRank> seats, PlacementReport& report) {
  std::vector<Crowd> too_many;
  std::vector<Crowd> on_threads;
  for (Crowd& crowd : overlapping(seats)) {
    if (std::all_of(crowd.ranks.begin(), crowd.ranks.end(), [&](Rank rank) { return report.crowded(rank); })) continue;
    if (crowd.ranks.size() > crowd.processors.size()) {
      too_many.push_back(std::move(crowd));
    } else if (crowd.ranks.size() > crowd.cores.size()) {
      on_threads.push_back(std::move(crowd));
    }
  }
  const Crowd over = united(too_many);
  report_crowd(PlacementProblem::oversubscribed, over, counted(over.processors.size(), "processor"),
               "waiting ranks must yield, and times are those of an oversubscribed machine", node, report);
  const Crowd threads = united(on_threads);
  report_crowd(PlacementProblem::shared_threads, threads, counted(threads.cores.size(), "core"),
               "hardware threads of one core slow each other down; start fewer ranks on each node", node, report);
}

void check_quota(NodeIndex node, const NodeSize& size, std::span<const BoundRank> seats, PlacementReport& report) {
  if (!size.quota || static_cast<double>(seats.size()) <= *size.quota) return;
  std::vector<Rank> ranks;
  for (const BoundRank& seat : seats) ranks.push_back(seat.rank);
  report.about_node({PlacementProblem::over_quota,
                     fmt::format("{} {} a CPU quota of {:.3g} processors", counted(ranks.size(), "rank"),
                                 ranks.size() == 1 ? "has" : "have", *size.quota),
                     "stopped for milliseconds whenever it is used up; ask for more processors or lift the limit",
                     ranks, node});
}

std::string some_of(std::size_t n, std::size_t all) { return fmt::format("{} of {}", n, counted(all, "rank")); }

void find_unbound(std::span<const RankBinding> ranks, std::span<const NodeSize> nodes, std::span<const BoundRank> seats,
                  PlacementReport& report) {
  std::vector<BoundRank> unbound;
  for (const BoundRank& seat : seats) {
    const std::size_t processors = nodes[static_cast<std::size_t>(seat.node.value)].processors;
    if (processors > 1 && seat.processors.size() >= processors && !report.crowded(seat.rank)) unbound.push_back(seat);
  }
  if (unbound.empty()) return;
  PlacementRemark remark{PlacementProblem::unbound, "ranks are not bound", {}, {}, unbound.front().node};
  if (unbound.size() < ranks.size()) remark.subject = some_of(unbound.size(), ranks.size()) + " are not bound";
  remark.consequence = fmt::format("rank {} may run on {} processors; {}", unbound.front().rank.value,
                                   unbound.front().processors.size(), kHowToBind);
  for (const BoundRank& seat : unbound) remark.ranks.push_back(seat.rank);
  report.about_run(std::move(remark));
}

void find_unknown(std::span<const RankBinding> ranks, std::vector<Rank> unknown, PlacementReport& report) {
  if (unknown.empty()) return;
  const Rank first = unknown.front();
  report.about_run({PlacementProblem::unknown,
                    fmt::format("where {} may run is not known", some_of(unknown.size(), ranks.size())),
                    fmt::format("rank {} is the first, and whether it shares a processor was not checked", first.value),
                    std::move(unknown), ranks[static_cast<std::size_t>(first.value)].node});
}

// Nothing if it is not known where the rank may run.
std::optional<BoundRank> seat_of(Rank rank, const RankBinding& binding) {
  auto processors = parse_processor_list(binding.processors);
  auto cores = parse_processor_list(binding.cores);
  if (!processors || processors->empty() || !cores) return std::nullopt;
  if (cores->empty()) cores = processors;
  return BoundRank{rank, binding.node, *std::move(processors), *std::move(cores)};
}

void check_nodes(std::span<const RankBinding> ranks, std::size_t nodes) {
  const auto outside = [&](const RankBinding& rank) { return static_cast<std::size_t>(rank.node.value) >= nodes; };
  if (std::any_of(ranks.begin(), ranks.end(), outside)) {
    throw Error(ExitCode::internal, fmt::format("a rank's node is none of the {} that are described", nodes));
  }
}

}  // namespace

std::vector<PlacementFinding> placement_findings(std::span<const RankBinding> ranks, std::span<const NodeSize> nodes) {
  check_nodes(ranks, nodes.size());
  std::vector<BoundRank> seats;
  std::vector<std::vector<BoundRank>> of_node(nodes.size());
  std::vector<Rank> unknown;
  for (std::size_t row = 0; row < ranks.size(); ++row) {
    const Rank rank{static_cast<int>(row)};
    if (const auto seat = seat_of(rank, ranks[row])) {
      seats.push_back(*seat);
      of_node[static_cast<std::size_t>(seat->node.value)].push_back(*seat);
    } else {
      unknown.push_back(rank);
    }
  }
  PlacementReport report(nodes);
  for (std::size_t index = 0; index < nodes.size(); ++index) {
    const NodeIndex node{static_cast<int>(index)};
    find_shared_cores(node, nodes[index], of_node[index], report);
    find_crowding(node, of_node[index], report);
    check_quota(node, nodes[index], of_node[index], report);
  }
  find_unbound(ranks, nodes, seats, report);
  find_unknown(ranks, std::move(unknown), report);
  return report.findings();
}

}  // namespace syncbench::machine
