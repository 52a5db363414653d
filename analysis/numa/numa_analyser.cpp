#include "analysis/finding/analyser.hpp"
#include "analysis/numa/numa_findings.hpp"

namespace syncbench::analysis {
namespace {

Judgement judge(const JudgedRun& run) {
  return {.findings = numa_findings(run.file, run.selection), .remarks = {}, .points = 0};
}

const Analyser analyser{"numa", judge};

}  // namespace
}  // namespace syncbench::analysis
