#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/noise/noise_report.hpp"
#include "analysis/noise/noise_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<NoiseReport>(self, arguments,
                                        {"only such points: way=selfish", noise_report, noise_text, noise_json});
}

const Command command{"noise", "what keeps ranks from running, how often and for how long", CommandGroup::subject, run};

}  // namespace

}  // namespace syncbench::analysis
