#include "analysis/numa/numa_command.hpp"

#include "analysis/command/suite_command.hpp"
#include "analysis/numa/numa_report.hpp"
#include "analysis/numa/numa_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  return run_suite_command<NumaReport>(kNuma, arguments,
                                       {"only such points: part=memory", numa_report, numa_text, numa_json});
}

}  // namespace

const Command kNuma{"numa", "where ranks ran and where their memory lay, and what it cost", run};

}  // namespace syncbench::analysis
