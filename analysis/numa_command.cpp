#include "numa_command.hpp"

#include <vector>

#include "numa_report.hpp"
#include "option_parser.hpp"
#include "render/numa_text.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(kNuma.name, kNuma.summary);
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, "only such points: part=memory");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<NumaReport> reports;
  for (const std::string& file : files) reports.push_back(numa_report(file, selection));
  if (json) return {ExitCode::ok, numa_json(reports), ""};
  Outcome outcome;
  for (const NumaReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + numa_text(report);
  return outcome;
}

}  // namespace

const Command kNuma{"numa", "where ranks ran and where their memory lay, and what it cost", run};

}  // namespace syncbench::analysis
