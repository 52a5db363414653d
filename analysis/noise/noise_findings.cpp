#include "analysis/noise/noise_findings.hpp"

#include "analysis/noise/noise_report.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastShare = 1e-3;

Finding finding_of(const RankNoise& noise) {
  Finding finding;
  finding.cause = Cause::noise;
  finding.what = noise_sentence(noise);
  if (!noise.periods.empty()) {
    finding.every_ns = noise.periods.front().nanos;
    finding.size_ns = without_limits(noise.periods.front().length_ns);
  } else if (noise.median_ns) {
    finding.size_ns = without_limits(*noise.median_ns);
  }
  finding.share = noise.share();
  finding.ranks = {noise.rank};
  finding.hosts = {noise.host};
  finding.events = finding.of = noise.count;
  if (!noise.periods.empty()) finding.p = noise.periods.front().p;
  if (noise.way == "selfish") {
    finding.evidence = {"/points/" + noise.id + "/detours"};
  } else {
    finding.evidence = {"/points/" + noise.id + "/enter", "/points/" + noise.id + "/leave"};
  }
  finding.advice = "keep other work off that core: bind ranks, and leave a core of each node to the system";
  return finding;
}

}  // namespace

std::vector<Finding> noise_findings(const std::filesystem::path& file, const Selection& selection) {
  const auto report = noise_report_if_any(file, selection);
  std::vector<Finding> findings;
  if (!report) return findings;
  for (const RankNoise* each : report->telling()) {
    if (each->share() >= kLeastShare) findings.push_back(finding_of(*each));
  }
  return findings;
}

}  // namespace syncbench::analysis
