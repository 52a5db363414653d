#include "analysis/command/command.hpp"
#include "analysis/command/suite_command.hpp"
#include "analysis/strided/strided_report.hpp"
#include "analysis/strided/strided_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  return run_suite_command<StridedReport>(
      self, arguments,
      {"only such points: compared_layout=vector:4,column", strided_report, strided_text, strided_json});
}

const Command command{"strided", "what data cost that do not lie together in memory, and how to send them",
                      CommandGroup::subject, run};

}  // namespace

}  // namespace syncbench::analysis
