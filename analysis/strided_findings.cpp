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

// What is lost where a time is so many times another one.
MeanInterval loss_of(const MeanInterval& ratio, double other_ns) {
  return {(ratio.mean - 1) * other_ns, (ratio.lower - 1) * other_ns, (ratio.upper - 1) * other_ns};
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

Finding finding_of(const BrokenGuideline& broken) {
  Finding finding;
  finding.cause = Cause::guideline;
  finding.what = guideline_sentence(broken);
  finding.cost_ns = broken.loss_ns;
  finding.share = 1 - 1 / broken.ratio.mean;
  finding.phase = "inside";
  finding.evidence = evidence_of({broken.id, broken.other_id});
  finding.advice = broken.which == BrokenGuideline::Which::datatype_above_pack
                       ? "pack through MPI_Pack or by hand, and tell the MPI library's makers"
                       : "use the faster of the two forms, and tell the MPI library's makers";
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
  for (const BrokenGuideline& each : report->broken) findings.push_back(finding_of(each));
  return findings;
}

}  // namespace syncbench::analysis
