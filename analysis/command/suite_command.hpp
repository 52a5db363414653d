#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "analysis/run/selection.hpp"

namespace syncbench::analysis {

/// What a command that knows FILE…, --where and --json says of files.
template <class Report>
struct SuiteCommand {
  std::string_view where_help;  ///< with an example of points that the suite has
  Report (*read)(const std::filesystem::path& file, const Selection& selection);
  std::string (*text)(const Report& report);
  std::string (*json)(const std::vector<Report>& reports);
};

/// Reads all files before anything is said, so that no table stands above an error message. Throws as `read` and the
/// parser do.
template <class Report>
Outcome run_suite_command(const Command& command, std::span<const std::string> arguments,
                          const SuiteCommand<Report>& of) {
  std::vector<std::string> files, where;
  bool json = false;
  OptionParser parser(command.name(), command.summary());
  parser.files(files);
  parser.texts("--where", "KEY=VALUE", where, std::string(of.where_help));
  parser.flag("--json", json, "one JSON document");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};

  const Selection selection(where);
  std::vector<Report> reports;
  for (const std::string& file : files) reports.push_back(of.read(file, selection));
  if (json) return {ExitCode::ok, of.json(reports), ""};
  Outcome outcome;
  for (const Report& report : reports) outcome.out += (outcome.out.empty() ? "" : "\n") + of.text(report);
  return outcome;
}

}  // namespace syncbench::analysis
