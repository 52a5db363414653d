#include "analysis/numa/numa_findings.hpp"

#include "analysis/numa/numa_report.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastCost = 0.05;

Finding finding_of(const SeatingRow& row) {
  Finding finding;
  finding.cause = Cause::placement;
  finding.what = seating_sentence(row);
  finding.events = finding.of = row.n;
  finding.evidence = {"/points/" + row.id + "/enter", "/points/" + row.id + "/leave"};
  return finding;
}

// Slower than with buffers on the ranks' own node.
Finding misplaced(const SeatingRow& row) {
  Finding finding = finding_of(row);
  finding.share = 1 - 1 / row.ratio->mean;
  finding.cost_ns = row.median_ns * *finding.share;
  finding.advice = "have buffers touched first by the rank that uses them, on its own node (numactl --localalloc)";
  return finding;
}

// Faster than what the launcher left: that costs what this saves.
Finding better(const SeatingRow& row) {
  Finding finding = finding_of(row);
  finding.share = 1 - row.ratio->mean;
  finding.cost_ns = row.median_ns * (1 / row.ratio->mean - 1);
  finding.advice = row.memory_policy == "local"
                       ? "start ranks with that binding: srun --cpu-bind, mpirun --bind-to core"
                       : "place buffers that way: numactl, or huge pages";
  return finding;
}

}  // namespace

std::vector<Finding> numa_findings(const std::filesystem::path& file, const Selection& selection) {
  const auto report = numa_report_if_any(file, selection);
  std::vector<Finding> findings;
  if (!report) return findings;
  for (const SeatingRow& row : report->seatings) {
    if (!row.ratio) continue;
    if (row.part == "placement" && row.ratio->lower > 1 + kLeastCost) findings.push_back(misplaced(row));
    if (row.part == "policies" && row.ratio->upper < 1 - kLeastCost) findings.push_back(better(row));
  }
  return findings;
}

}  // namespace syncbench::analysis
