#include "analysis/strided/strided_command.hpp"

#include "analysis/command/suite_command.hpp"
#include "analysis/strided/strided_report.hpp"
#include "analysis/strided/strided_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  return run_suite_command<StridedReport>(
      kStrided, arguments,
      {"only such points: compared_layout=vector:4,column", strided_report, strided_text, strided_json});
}

}  // namespace

const Command kStrided{"strided", "what data cost that do not lie together in memory, and how to send them", run};

}  // namespace syncbench::analysis
