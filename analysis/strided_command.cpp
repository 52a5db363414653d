#include "strided_command.hpp"

#include <vector>

#include "option_parser.hpp"
#include "render/strided_text.hpp"
#include "strided_report.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kStrided.name, kStrided.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: compared_layout=vector:4,column");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<StridedReport> reports;
  for (const std::string& file : files) reports.push_back(strided_report(file, selection));
  if (json) return {ExitCode::ok, strided_json(reports), ""};
  Outcome outcome;
  for (const StridedReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + strided_text(report);
  return outcome;
}

}  // namespace

const Command kStrided{"strided", "what data cost that do not lie together in memory, and how to send them", run};

}  // namespace syncbench::analysis
