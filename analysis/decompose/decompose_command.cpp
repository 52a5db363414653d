#include <vector>

#include "analysis/command/choice.hpp"
#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/decompose/decompose_report.hpp"
#include "analysis/decompose/decompose_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  std::string by = "rank";
  bool json = false, iterations = false, operations = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: operation=allreduce,bytes=..64K");
  parser.text("--by", "rank|node|point", by, "whose waits and blame: each rank's (default), each node's, or no one's");
  parser.flag("--operations", operations, "serial storms measured with --smallpkt.marks, operation by operation");
  parser.flag("--json", json, "one JSON document, times in whole ns");
  parser.flag("--iterations", iterations, "with --json: every iteration's values too");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};
  const auto subject = chosen<Subject>(self.name(), "--by", by);
  if (iterations && !json) throw Error(ExitCode::usage, "decompose: --iterations needs --json");

  const Selection selection(where);
  std::vector<DecomposeReport> reports;
  for (const std::string& file : files) reports.push_back(decompose_report(file, selection, iterations, operations));
  if (json) return {ExitCode::ok, decompose_json(reports), ""};
  Outcome outcome;
  for (const DecomposeReport& report : reports)
    outcome.out += (outcome.out.empty() ? "" : "\n") + decompose_text(report, subject);
  return outcome;
}

const Command command{"decompose", "where the time went: waits, transfers, blame, by rank or node",
                      CommandGroup::points, run};

}  // namespace

}  // namespace syncbench::analysis
