#include "storm_command.hpp"

#include <vector>

#include "option_parser.hpp"
#include "render/storm_text.hpp"
#include "storm_report.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kStorm.name, kStorm.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: operation=allreduce,policy=serial,fused");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<StormReport> reports;
  for (const std::string& file : files) reports.push_back(storm_report(file, selection));
  if (json) return {ExitCode::ok, storm_json(reports), ""};
  Outcome outcome;
  for (const StormReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + storm_text(report);
  return outcome;
}

}  // namespace

const Command kStorm{"storm", "what splitting into many small operations costs", run};

}  // namespace syncbench::analysis
