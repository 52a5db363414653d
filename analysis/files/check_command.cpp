#include <vector>

#include <fmt/format.h>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/summary/json.hpp"
#include "harness/core/shown_text.hpp"
#include "results/check.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {
namespace {

Checked check(const std::string& file) {
  Checked checked{file, results::departures(file), 0};
  if (checked.departures.empty()) checked.points = results::RunReader(file).index().size();
  return checked;
}

void tell(const Checked& checked, Outcome& outcome) {
  if (checked.departures.empty()) {
    outcome.out += fmt::format("{}: valid {}, {} points\n", checked.file, results::kSchema, checked.points);
  }
  for (const std::string& departure : checked.departures)
    outcome.err += fmt::format("{}: {}\n", checked.file, departure);
}

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> files;
  bool json = false;
  OptionParser parser(self.name(), self.summary());
  parser.files(files);
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  Outcome outcome;
  std::vector<Checked> all;
  for (const std::string& file : files) {
    all.push_back(check(file));
    tell(all.back(), outcome);
    if (!all.back().departures.empty()) outcome.code = ExitCode::data;
  }
  if (json) return {outcome.code, json_of(all), ""};
  if (outcome.code == ExitCode::ok)
    outcome.out += fmt::format("next: syncbench-analyze summary {}\n", shell_path(files.front()));
  return outcome;
}

const Command command{"check", "whether files are valid results, and in what they are not", CommandGroup::files, run};

}  // namespace

}  // namespace syncbench::analysis
