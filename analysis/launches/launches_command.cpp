#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/launches/launches_report.hpp"
#include "analysis/launches/launches_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: bytes=8..64K,policy=serial,fused");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const LaunchesReport report = launches_report(files, Selection(where));
  return {ExitCode::ok, json ? launches_json(report) : launches_text(report), ""};
}

const Command command{
    "launches", "several launches as one set: how far numbers move from launch to launch, what a cold start takes",
    CommandGroup::launches, run};

}  // namespace

}  // namespace syncbench::analysis
