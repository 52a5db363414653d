#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/pairs/pairs_report.hpp"
#include "analysis/pairs/pairs_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<PairsReport>(
      self, arguments, {"only such points: part=bandwidth,backend=mpi", pairs_report, pairs_text, pairs_json});
}

const Command command{"pairs", "which node and which link is slow, from every pair by itself", CommandGroup::subject,
                      run};

}  // namespace

}  // namespace syncbench::analysis
