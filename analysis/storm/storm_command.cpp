#include "analysis/storm/storm_command.hpp"

#include "analysis/command/suite_command.hpp"
#include "analysis/storm/storm_report.hpp"
#include "analysis/storm/storm_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  return run_suite_command<StormReport>(
      kStorm, arguments,
      {"only such points: operation=allreduce,policy=serial,fused", storm_report, storm_text, storm_json});
}

}  // namespace

const Command kStorm{"storm", "what splitting into many small operations costs", run};

}  // namespace syncbench::analysis
