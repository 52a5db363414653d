#include "analysis/finding/analyser.hpp"
#include "analysis/noise/noise_findings.hpp"

namespace syncbench::analysis {
namespace {

Judgement judge(const JudgedRun& run) {
  return {.findings = noise_findings(run.file, run.selection), .remarks = {}, .points = 0};
}

const Analyser analyser{"noise", judge};

}  // namespace
}  // namespace syncbench::analysis
