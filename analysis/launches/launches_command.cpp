#include "analysis/launches/launches_command.hpp"

#include <vector>

#include "analysis/command/option_parser.hpp"
#include "analysis/launches/launches_report.hpp"
#include "analysis/launches/launches_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kLaunches.name, kLaunches.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: bytes=8..64K,policy=serial,fused");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const LaunchesReport report = launches_report(files, Selection(where));
  return {ExitCode::ok, json ? launches_json(report) : launches_text(report), ""};
}

}  // namespace

const Command kLaunches{
    "launches", "several launches as one set: how far numbers move from launch to launch, what a cold start takes",
    run};

}  // namespace syncbench::analysis
