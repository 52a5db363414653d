#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/numa/numa_report.hpp"
#include "analysis/numa/numa_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<NumaReport>(self, arguments,
                                       {"only such points: part=memory", numa_report, numa_text, numa_json});
}

const Command command{"numa", "where ranks ran and where their memory lay, and what it cost", CommandGroup::subject,
                      run};

}  // namespace

}  // namespace syncbench::analysis
