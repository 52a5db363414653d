#include "explain_command.hpp"

#include <vector>

#include "explain_report.hpp"
#include "option_parser.hpp"
#include "render/findings_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kExplain.name, kExplain.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: operation=allreduce,bytes=..64K");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<ExplainReport> reports;
  for (const std::string& file : files) reports.push_back(explain_report(file, selection));
  if (json) return {ExitCode::ok, findings_json(reports), ""};
  Outcome outcome;
  for (const ExplainReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + findings_text(report);
  return outcome;
}

}  // namespace

const Command kExplain{"explain", "why it was slow: who, where, how much, how sure", run};

}  // namespace syncbench::analysis
