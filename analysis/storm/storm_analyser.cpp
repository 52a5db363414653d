#include "analysis/finding/analyser.hpp"
#include "analysis/storm/storm_findings.hpp"

namespace syncbench::analysis {
namespace {

Judgement judge(const JudgedRun& run) {
  return {.findings = storm_findings(run.file, run.selection), .remarks = {}, .points = 0};
}

const Analyser analyser{"storm", judge};

}  // namespace
}  // namespace syncbench::analysis
