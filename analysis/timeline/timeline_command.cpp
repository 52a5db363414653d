#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/timeline/timeline_report.hpp"
#include "analysis/timeline/timeline_text.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::int64_t kNarrowest = 40, kWidest = 1000;

std::int64_t width_of(const std::string& text) {
  const auto width = parse_whole(text);
  if (!width || *width < kNarrowest || *width > kWidest)
    throw Error(ExitCode::usage, "timeline: --width takes a whole number from 40 to 1000");
  return *width;
}

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  std::string width = "80";
  bool json = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: operation=allreduce,bytes=..64K");
  parser.text("--width", "N", width, "columns of the terminal (80)");
  parser.flag("--json", json, "one JSON document: the bins of each line");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const auto columns = static_cast<std::size_t>(width_of(width));
  const Selection selection(where);
  std::vector<TimelineReport> reports;
  for (const std::string& file : files) reports.push_back(timeline_report(file, selection, columns - kTimelineLabel));
  if (json) return {ExitCode::ok, timeline_json(reports), ""};
  Outcome outcome;
  for (const TimelineReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + timeline_text(report);
  return outcome;
}

const Command command{"timeline", "the course of each point in time: a line of blocks a rank", CommandGroup::points,
                      run};

}  // namespace

}  // namespace syncbench::analysis
