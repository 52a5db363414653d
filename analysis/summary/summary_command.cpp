#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/run/run_report.hpp"
#include "analysis/summary/json.hpp"
#include "analysis/summary/summary_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false, subtract = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: bytes=8..64K,policy=serial,fused");
  parser.flag("--subtract-overhead", subtract, "take the timer's overhead off every time");
  parser.flag("--json", json, "one JSON document, times in whole ns");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const auto runs = run_reports({files, Selection(where), Subject::point, summary_quantiles(), subtract});
  if (json) return {ExitCode::ok, json_of(self.name(), Subject::point, runs), ""};
  Outcome outcome;
  for (const RunReport& report : runs) outcome.out += (outcome.out.empty() ? "" : "\n") + summary_text(report);
  return outcome;
}

const Command command{"summary", "every point of a run in one line, and what was not measured", CommandGroup::points,
                      run};

}  // namespace

}  // namespace syncbench::analysis
