#include "analysis/storm/storm_findings.hpp"

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/storm/storm_report.hpp"
#include "analysis/storm/storm_sentences.hpp"
#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastPrice = 0.05;

Finding finding_of(const Storm& storm, const StormRow& row) {
  Finding finding;
  finding.cause = Cause::splitting;
  finding.what = storm_sentence(storm, row);
  finding.cost_ns = row.price->mean * row.median_ns;
  finding.share = row.price->mean;
  finding.size_ns =
      MeanInterval{row.price->mean * row.median_ns, row.price->lower * row.median_ns, row.price->upper * row.median_ns};
  finding.phase = "between operations";
  finding.events = finding.of = row.n;
  finding.evidence = {"/points/" + row.id + "/enter", "/points/" + row.id + "/leave"};
  finding.advice = fmt::format("merge the {} operations into fewer of more bytes", row.pieces);
  return finding;
}

}  // namespace

std::vector<Finding> storm_findings(const std::filesystem::path& file, const Selection& selection) {
  const auto report = storm_report_if_any(file, selection);
  std::vector<Finding> findings;
  if (!report) return findings;
  for (const Storm& storm : report->storms) {
    const StormRow* row = worst_row(storm);
    if (row != nullptr && row->price && row->price->lower > kLeastPrice) findings.push_back(finding_of(storm, *row));
  }
  return findings;
}

}  // namespace syncbench::analysis
