#include "launches_command.hpp"

#include <vector>

#include "launches_report.hpp"
#include "option_parser.hpp"
#include "render/launches_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files;
  bool json = false;
  OptionParser parser(kLaunches.name, kLaunches.summary);
  parser.files(files);
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const LaunchesReport report = launches_report(files);
  return {ExitCode::ok, json ? launches_json(report) : launches_text(report), ""};
}

}  // namespace

const Command kLaunches{"launches", "several launches as one set: what a cold start takes, phase by phase", run};

}  // namespace syncbench::analysis
