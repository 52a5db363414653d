#include "analysis/strided/strided_findings.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/render/amounts.hpp"
#include "analysis/strided/strided_report.hpp"
#include "analysis/strided/strided_sentences.hpp"
#include "harness/core/text.hpp"

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

// What a layout costs in the way that applications send it: as a datatype, and otherwise as can be.
const StridedRow* usual_way(const StridedComparison& comparison) {
  for (const std::string_view method : {"datatype", "hand", "mpi-pack", "messages"}) {
    const StridedRow* row = comparison.find(method);
    if (row != nullptr && row->times_contiguous) return row;
  }
  return nullptr;
}

bool is_costly(const std::optional<MeanInterval>& ratio) {
  return ratio && ratio->lower > kLeastRatio && is_telling(*ratio);
}

enum class Remedy { keep_together, pack_by_hand, do_not_convert };

Remedy remedy_of(const StridedComparison& comparison) {
  if (comparison.layout == "half-to-float") return Remedy::do_not_convert;
  return is_costly(comparison.datatype_over_hand) ? Remedy::pack_by_hand : Remedy::keep_together;
}

std::string advice_of(Remedy remedy) {
  switch (remedy) {
    case Remedy::keep_together:
      return "keep such data contiguous, or gather them once into a buffer that is kept: they are copied in every call";
    case Remedy::pack_by_hand:
      return "pack such messages by hand, or keep the data contiguous";
    case Remedy::do_not_convert:
      break;
  }
  return "send the half-precision values as they are, or convert once and keep the floats: the conversion is part of "
         "every call";
}

// One layout that costs, with what it was compared with.
struct Costly {
  const StridedComparison* comparison;
  const StridedRow* row;
  Remedy remedy;
  double cost_ns;  ///< beyond the same bytes contiguously

  MeanInterval size() const {
    const MeanInterval& ratio = *row->times_contiguous;
    return loss_of(ratio, row->median_ns / ratio.mean);
  }

  /// "ring f32 on mpi": what layouts that are told together have in common.
  std::string way() const { return comparison->subject.substr(comparison->layout.size()); }
};

std::vector<Costly> costly_of(const StridedReport& report) {
  std::vector<Costly> all;
  for (const StridedComparison* each : largest_of(report.comparisons)) {
    const StridedRow* row = usual_way(*each);
    if (each->layout == "contiguous" || row == nullptr || !is_costly(row->times_contiguous)) continue;
    all.push_back({each, row, remedy_of(*each), 0});
    all.back().cost_ns = all.back().size().mean;
  }
  std::stable_sort(all.begin(), all.end(), [](const Costly& a, const Costly& b) { return a.cost_ns > b.cost_ns; });
  return all;
}

Finding finding_of(const Costly& costly) {
  Finding finding;
  finding.cause = Cause::layout;
  finding.what = strided_sentence(*costly.comparison);
  if (costly.remedy == Remedy::pack_by_hand)
    finding.what += fmt::format("; a datatype takes {} × as long as packing by hand",
                                factor_text(costly.comparison->datatype_over_hand->mean));
  finding.size_ns = costly.size();
  finding.cost_ns = costly.cost_ns;
  finding.share = 1 - 1 / costly.row->times_contiguous->mean;
  finding.phase = "inside";
  finding.events = finding.of = costly.row->n;
  finding.evidence = evidence_of({costly.row->id, costly.comparison->rows.front().id});
  finding.advice = advice_of(costly.remedy);
  return finding;
}

// Layouts that want the same remedy are told together, the costliest with all that is known of it.
std::vector<Finding> layout_findings(const StridedReport& report) {
  std::vector<Costly> rest = costly_of(report);
  std::vector<Finding> findings;
  while (!rest.empty()) {
    const Costly head = rest.front();
    Finding finding = finding_of(head);
    std::vector<std::string> others;
    std::erase_if(rest, [&](const Costly& each) {
      if (each.remedy != head.remedy || each.way() != head.way()) return false;
      if (each.comparison == head.comparison) return true;
      others.push_back(fmt::format("{} {} ×", each.comparison->layout, factor_text(each.row->times_contiguous->mean)));
      for (std::string& path : evidence_of({each.row->id})) finding.evidence.push_back(std::move(path));
      return true;
    });
    if (!others.empty()) finding.what += fmt::format("; likewise {}", join(others, ", "));
    findings.push_back(std::move(finding));
  }
  return findings;
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
  findings = layout_findings(*report);
  for (const GuidelineChecks& each : report->guidelines) {
    if (!each.broken.empty()) findings.push_back(finding_of(each));
  }
  return findings;
}

}  // namespace syncbench::analysis
