#include <algorithm>
#include <string>
#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/facts/facts_report.hpp"

namespace syncbench::analysis {
namespace {

// "cpu,net" are two.
std::vector<std::string> split(const std::vector<std::string>& lists) {
  std::vector<std::string> parts;
  for (const std::string& list : lists) {
    for (std::size_t at = 0; at <= list.size();) {
      const std::size_t end = std::min(list.find(',', at), list.size());
      if (end > at) parts.push_back(list.substr(at, end - at));
      at = end + 1;
    }
  }
  return parts;
}

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files, names;
  bool json = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.texts("--name", "BEGINNING", names, "only facts whose name begins so: cpu, net.eth0, env.OMPI_MCA");
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const std::vector<std::string> beginnings = split(names);
  std::vector<FactsReport> reports;
  for (const std::string& file : files) reports.push_back(facts_report(file, beginnings));
  if (json) return {ExitCode::ok, facts_json(reports), ""};
  Outcome outcome;
  for (const FactsReport& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + facts_text(report);
  return outcome;
}

const Command command{"facts", "what the nodes were like: versions, settings, counters, and where nodes differ",
                      CommandGroup::points, run};

}  // namespace
}  // namespace syncbench::analysis
