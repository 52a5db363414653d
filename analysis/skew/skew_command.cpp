#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/skew/skew_report.hpp"
#include "analysis/skew/skew_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<SkewReport>(
      self, arguments, {"only such points: operation=allreduce,bytes=..64K", skew_report, skew_text, skew_json});
}

const Command command{"skew", "who waits for whom, how much is hidden, what fixing a rank gives", CommandGroup::subject,
                      run};

}  // namespace

}  // namespace syncbench::analysis
