#include "recover_command.hpp"

#include <vector>

#include <fmt/format.h>

#include "option_parser.hpp"
#include <syncbench/core/shown_text.hpp>
#include <syncbench/results/parts.hpp>
#include <syncbench/results/recover.hpp>

namespace syncbench::analysis {
namespace {

// Users have the parts folder before their eyes; the run's file is what it was to become.
std::string run_file(std::string name) {
  while (name.ends_with('/')) name.pop_back();
  return results::run_file_of(name).string();
}

Outcome run(std::span<const std::string> arguments) {
  std::vector<std::string> names;
  OptionParser parser(kRecover.name, kRecover.summary);
  parser.files(names);
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};
  Outcome outcome;
  for (const std::string& name : names) {
    const std::string file = run_file(name);
    results::recover(file);
    outcome.out += fmt::format("wrote {}   next: syncbench-analyze summary {}\n", one_line(file), shell_path(file));
  }
  return outcome;
}

}  // namespace

const Command kRecover{"recover", "merge the points that a run left in FILE.h5.parts when it ended early", run};

}  // namespace syncbench::analysis
