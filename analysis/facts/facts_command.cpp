#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/facts/facts_report.hpp"

namespace syncbench::analysis {
namespace {

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, names;
  bool json = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--name", "BEGINNING", names, "only facts whose name begins so: cpu, net.eth0, env.OMPI_MCA");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  std::vector<FactsReport> reports;
  for (const std::string& file : files) reports.push_back(facts_report(file, names));
  if (json) return {ExitCode::ok, facts_json(reports), ""};
  Outcome outcome;
  for (const FactsReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + facts_text(report);
  return outcome;
}

const Command command{"facts", "what the nodes were like: versions, settings, counters, and where nodes differ",
                      CommandGroup::points, run};

}  // namespace
}  // namespace syncbench::analysis
