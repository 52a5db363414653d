#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/summary/json.hpp"
#include "harness/core/shown_text.hpp"
#include "results/check.hpp"
#include "results/parts.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {
namespace {

// What a run left when it ended early: each of its parts is a file of its own.
Checked check_folder(const std::string& folder) {
  auto parts = results::finished_parts(folder);
  std::erase_if(parts, results::is_reserved);
  if (parts.empty()) throw Error(ExitCode::io, fmt::format("{}: has no finished part", folder));
  Checked checked{folder, {}, 0};
  for (const std::filesystem::path& part : parts) {
    for (const std::string& departure : results::departures(part))
      checked.departures.push_back(fmt::format("{}: {}", part.filename().string(), departure));
  }
  if (checked.departures.empty()) checked.points = results::RunReader(folder).index().size();
  return checked;
}

Checked check(const std::string& file) {
  std::error_code ignored;
  if (std::filesystem::is_directory(file, ignored)) return check_folder(file);
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

const Command command{
    "check", "whether files, or the parts of a run that ended early, are valid results, and in what they are not",
    CommandGroup::files, run};

}  // namespace

}  // namespace syncbench::analysis
