#include "analysis/finding/analyser.hpp"
#include "analysis/strided/strided_findings.hpp"

namespace syncbench::analysis {
namespace {

Judgement judge(const JudgedRun& run) {
  return {.findings = strided_findings(run.file, run.selection), .remarks = {}, .points = 0};
}

const Analyser analyser{"strided", judge};

}  // namespace
}  // namespace syncbench::analysis
