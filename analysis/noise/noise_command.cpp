#include "analysis/noise/noise_command.hpp"

#include "analysis/command/suite_command.hpp"
#include "analysis/noise/noise_report.hpp"
#include "analysis/noise/noise_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  return run_suite_command<NoiseReport>(kNoise, arguments,
                                        {"only such points: way=selfish", noise_report, noise_text, noise_json});
}

}  // namespace

const Command kNoise{"noise", "what keeps ranks from running, how often and for how long", run};

}  // namespace syncbench::analysis
