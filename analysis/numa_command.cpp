#include "analysis/numa_command.hpp"

#include "analysis/numa_report.hpp"
#include "analysis/render/numa_text.hpp"
#include "analysis/suite_command.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  return run_suite_command<NumaReport>(kNuma, arguments,
                                       {"only such points: part=memory", numa_report, numa_text, numa_json});
}

}  // namespace

const Command kNuma{"numa", "where ranks ran and where their memory lay, and what it cost", run};

}  // namespace syncbench::analysis
