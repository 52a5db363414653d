#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/storm/storm_report.hpp"
#include "analysis/storm/storm_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<StormReport>(
      self, arguments,
      {"only such points: operation=allreduce,policy=serial,fused", storm_report, storm_text, storm_json});
}

const Command command{"storm", "what splitting into many small operations costs", CommandGroup::subject, run};

}  // namespace

}  // namespace syncbench::analysis
