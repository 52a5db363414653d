#include "pairs_command.hpp"

#include <vector>

#include "option_parser.hpp"
#include "pairs_report.hpp"
#include "render/pairs_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kPairs.name, kPairs.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: part=bandwidth,backend=mpi");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<PairsReport> reports;
  for (const std::string& file : files) reports.push_back(pairs_report(file, selection));
  if (json) return {ExitCode::ok, pairs_json(reports), ""};
  Outcome outcome;
  for (const PairsReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + pairs_text(report);
  return outcome;
}

}  // namespace

const Command kPairs{"pairs", "which node and which link is slow, from every pair by itself", run};

}  // namespace syncbench::analysis
