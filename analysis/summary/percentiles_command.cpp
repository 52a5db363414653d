#include <vector>

#include <fmt/format.h>

#include "analysis/command/choice.hpp"
#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/run/run_report.hpp"
#include "analysis/summary/json.hpp"
#include "analysis/summary/percentiles_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  std::string by = "point";
  bool json = false, subtract = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: bytes=8..64K,policy=serial,fused");
  parser.text("--by", "rank|node|point", by, "whose times: each rank's, the slowest of a node, or of all (default)");
  parser.flag("--subtract-overhead", subtract, "take the timer's overhead off every time");
  parser.flag("--json", json, "one JSON document, times in whole ns");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Subject subject = chosen<Subject>(self.name(), "--by", by);
  const auto runs = run_reports({files, Selection(where), subject, percentiles_quantiles(), subtract});
  if (json) return {ExitCode::ok, json_of(self.name(), subject, runs), ""};
  Outcome outcome;
  for (const RunReport& report : runs)
    outcome.out += (outcome.out.empty() ? "" : "\n") + percentiles_text(report, subject);
  return outcome;
}

const Command command{"percentiles", "quantiles with their 95 % limits, by point, node or rank", CommandGroup::points,
                      run};

}  // namespace

}  // namespace syncbench::analysis
