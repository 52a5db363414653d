#include "init_command.hpp"

#include <vector>

#include "init_report.hpp"
#include "option_parser.hpp"
#include "render/init_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kInit.name, kInit.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: part=first,bytes=8");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<InitReport> reports;
  for (const std::string& file : files) reports.push_back(init_report(file, selection));
  if (json) return {ExitCode::ok, init_json(reports), ""};
  Outcome outcome;
  for (const InitReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + init_text(report);
  return outcome;
}

}  // namespace

const Command kInit{"init", "what a process needs before its first result, and until it is warm", run};

}  // namespace syncbench::analysis
