#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/init/init_report.hpp"
#include "analysis/init/init_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<InitReport>(self, arguments,
                                       {"only such points: part=first,bytes=8", init_report, init_text, init_json});
}

const Command command{"init", "what a process needs before its first result, and until it is warm",
                      CommandGroup::subject, run};

}  // namespace

}  // namespace syncbench::analysis
