#include "noise_command.hpp"

#include <vector>

#include "noise_report.hpp"
#include "option_parser.hpp"
#include "render/noise_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kNoise.name, kNoise.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: way=selfish");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<NoiseReport> reports;
  for (const std::string& file : files) reports.push_back(noise_report(file, selection));
  if (json) return {ExitCode::ok, noise_json(reports), ""};
  Outcome outcome;
  for (const NoiseReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + noise_text(report);
  return outcome;
}

}  // namespace

const Command kNoise{"noise", "what keeps ranks from running, how often and for how long", run};

}  // namespace syncbench::analysis
