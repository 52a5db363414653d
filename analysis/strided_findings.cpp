#include "strided_findings.hpp"

#include <fmt/format.h>

#include "render/amounts.hpp"
#include "strided_report.hpp"
#include "strided_sentences.hpp"

namespace syncbench::analysis {
namespace {

constexpr double kLeastRatio = 1.05;

std::vector<std::string> evidence_of(std::initializer_list<std::string_view> ids) {
  std::vector<std::string> paths;
  for (const std::string_view id : ids) {
    paths.push_back(fmt::format("/points/{}/enter", id));
    paths.push_back(fmt::format("/points/{}/leave", id));
  }
  return paths;
}

Finding finding_of(const StridedComparison& comparison) {
  const StridedRow& datatype = *comparison.find("datatype");
  const StridedRow& hand = *comparison.find("hand");
  const MeanInterval& ratio = *comparison.datatype_over_hand;
  Finding finding;
  finding.cause = Cause::layout;
  finding.what =
      fmt::format("{}: sending it as a datatype takes {} × as long as packing it by hand (95 % from {} to {})",
                  comparison.label, factor_text(ratio.mean), factor_text(ratio.lower), factor_text(ratio.upper));
  finding.size_ns = loss_of(ratio, hand.median_ns);
  finding.cost_ns = finding.size_ns->mean;
  finding.share = 1 - 1 / ratio.mean;
  finding.phase = "inside";
  finding.events = finding.of = datatype.n;
  finding.evidence = evidence_of({datatype.id, hand.id});
  finding.advice = "pack such messages by hand, or keep the data contiguous";
  return finding;
}

Finding finding_of(const GuidelineChecks& checks) {
  const BrokenGuideline& worst = checks.costliest();
  Finding finding;
  finding.cause = Cause::guideline;
  finding.what = guideline_sentence(checks);
  finding.size_ns = worst.loss_ns;
  finding.cost_ns = worst.loss_ns.mean;
  finding.share = 1 - 1 / worst.ratio.mean;
  finding.phase = "inside";
  finding.evidence = evidence_of({worst.id, worst.other_id});
  finding.advice = guideline_advice(checks);
  return finding;
}

}  // namespace

std::vector<Finding> strided_findings(const std::filesystem::path& file, const Selection& selection) {
  const auto report = strided_report_if_any(file, selection);
  std::vector<Finding> findings;
  if (!report) return findings;
  for (const StridedComparison* each : largest_of(report->comparisons)) {
    const auto& ratio = each->datatype_over_hand;
    if (ratio && ratio->lower > kLeastRatio && is_telling(*ratio)) findings.push_back(finding_of(*each));
  }
  for (const GuidelineChecks& each : report->guidelines) {
    if (!each.broken.empty()) findings.push_back(finding_of(each));
  }
  return findings;
}

}  // namespace syncbench::analysis
