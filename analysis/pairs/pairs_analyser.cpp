#include "analysis/finding/analyser.hpp"
#include "analysis/pairs/pairs_findings.hpp"
#include "analysis/pairs/pairs_report.hpp"
#include "analysis/pairs/pairs_sentences.hpp"

namespace syncbench::analysis {
namespace {

Judgement judge(const JudgedRun& run) {
  const auto pairs = pairs_report_if_any(run.file, run.selection);
  if (!pairs) return {};
  return {
      .findings = pairs_findings(*pairs), .remarks = pairs_remarks(*pairs), .points = pairs->measured.measured_points};
}

const Analyser analyser{"pairs", judge};

}  // namespace
}  // namespace syncbench::analysis
