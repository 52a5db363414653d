#include "analysis/storm_command.hpp"

#include "analysis/render/storm_text.hpp"
#include "analysis/storm_report.hpp"
#include "analysis/suite_command.hpp"

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
