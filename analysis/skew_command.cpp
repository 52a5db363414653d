#include "analysis/skew_command.hpp"

#include "analysis/render/skew_text.hpp"
#include "analysis/skew_report.hpp"
#include "analysis/suite_command.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  return run_suite_command<SkewReport>(
      kSkew, arguments, {"only such points: operation=allreduce,bytes=..64K", skew_report, skew_text, skew_json});
}

}  // namespace

const Command kSkew{"skew", "who waits for whom, how much is hidden, what fixing a rank gives", run};

}  // namespace syncbench::analysis
