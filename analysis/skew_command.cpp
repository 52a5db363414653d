#include "skew_command.hpp"

#include <vector>

#include "option_parser.hpp"
#include "render/skew_text.hpp"
#include "skew_report.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kSkew.name, kSkew.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: operation=allreduce,bytes=..64K");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<SkewReport> reports;
  for (const std::string& file : files) reports.push_back(skew_report(file, selection));
  if (json) return {ExitCode::ok, skew_json(reports), ""};
  Outcome outcome;
  for (const SkewReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + skew_text(report);
  return outcome;
}

}  // namespace

const Command kSkew{"skew", "who waits for whom, how much is hidden, what fixing a rank gives", run};

}  // namespace syncbench::analysis
