#include "analysis/cli/command_line.hpp"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include "analysis/cli/guarded.hpp"
#include "analysis/command/command.hpp"
#include "analysis/command/left_out.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

std::vector<std::string> choices() {
  std::vector<std::string> names{"--help", "--version"};
  for (const Command* command : commands()) names.emplace_back(command->name());
  return names;
}

std::string help() {
  std::vector<Cells> rows;
  for (const Command* command : commands())
    rows.push_back({fmt::format("  {}", command->name()), std::string(command->summary())});
  const std::vector<Column> columns = fitted({{"", Align::left}, {"", Align::left}}, rows);
  std::string text = "syncbench-analyze COMMAND FILE... [options]\nreads what syncbench measured; needs no MPI\n\n";
  for (const Cells& row : rows) text += row_line(columns, row);
  return text +
         "\nsyncbench-analyze COMMAND --help shows a command's options; --version the version\n"
         "syncbench-analyze --no-limits COMMAND ... reads files that you trust without limits of memory and time\n";
}

[[noreturn]] void refuse(const std::string& given) {
  if (given.starts_with('-')) {
    const auto close = nearest(given, {"--help", "--version", std::string(kNoLimits)});
    throw Error(ExitCode::usage, fmt::format("{} does not stand before the command; {}", given,
                                             close ? fmt::format("did you mean {}?", *close)
                                                   : "write syncbench-analyze COMMAND FILE " + given));
  }
  const auto close = nearest(given, choices());
  throw Error(ExitCode::usage,
              fmt::format("there is no command '{}'; {}", given,
                          close ? fmt::format("did you mean {}?", *close) : "there are " + join(choices(), ", ")));
}

Outcome dispatch(std::span<const std::string> arguments) {
  if (arguments.empty()) return {ExitCode::usage, "", help()};
  const std::string& first = arguments.front();
  if (first == "--help" || first == "-h") return {ExitCode::ok, help(), ""};
  if (first == "--version") return {ExitCode::ok, "syncbench-analyze " SYNCBENCH_VERSION "\n", ""};
  const auto all = commands();
  const auto command = std::find_if(all.begin(), all.end(), [&](const Command* each) { return each->name() == first; });
  if (command == all.end()) refuse(first);
  Outcome outcome = (*command)->run(arguments.subspan(1));
  // A command that did not end well has said why, and its sentences must not be lost to another error.
  if (outcome.code == ExitCode::ok) tell_left_out(paths_among(arguments), outcome);
  return outcome;
}

}  // namespace

Outcome run_command_line(std::span<const std::string> arguments) {
  Outcome outcome;
  try {
    outcome = dispatch(arguments);
  } catch (const Error& error) {
    outcome = {error.code(), "", fmt::format("syncbench-analyze: {}\n", one_line(error.what()))};
  }
  outcome.out = printable(std::move(outcome.out));
  outcome.err = printable(std::move(outcome.err));
  return outcome;
}

}  // namespace syncbench::analysis
