#include <chrono>
#include <optional>
#include <vector>

#include <fmt/format.h>

#include "analysis/command/command.hpp"
#include "analysis/command/option_parser.hpp"
#include "harness/core/error.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text.hpp"
#include "results/parts.hpp"
#include "results/recover.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::int64_t kShortestSilence = 60;  // a run gives a sign of life every 20 s

// Users have the parts folder before their eyes; the run's file is what it was to become.
std::string run_file(std::string name) {
  while (name.ends_with('/')) name.pop_back();
  return results::run_file_of(name).string();
}

std::optional<std::chrono::seconds> silence(const std::string& text) {
  if (text.empty()) return std::nullopt;
  const auto seconds = parse_whole(text);
  if (!seconds || *seconds < kShortestSilence)
    throw Error(ExitCode::usage, fmt::format("recover --stale-after {}: takes a whole number of seconds, {} or more",
                                             text, kShortestSilence));
  return std::chrono::seconds(*seconds);
}

void tell(const results::Recovered& done, const std::string& file, Outcome& outcome) {
  const std::string made = done.file.string();
  const std::string other = made == file ? "" : fmt::format(" ({} appeared meanwhile and is kept)", one_line(file));
  outcome.out +=
      fmt::format("wrote {}{}   next: syncbench-analyze summary {}\n", one_line(made), other, shell_path(made));
  const std::string folder = results::parts_folder(file).string();
  for (const results::LeftOut& each : done.left_out)
    outcome.err += fmt::format("syncbench-analyze: {}: not merged ({}); it stays where it is\n",
                               one_line(each.part.string()), one_line(each.reason));
  if (!done.left_out.empty()) {
    outcome.code = ExitCode::data;
    outcome.err +=
        fmt::format("syncbench-analyze: everything else is in {}; rename {} to recover parts of another run\n",
                    one_line(made), one_line(folder));
  } else if (!done.left.empty()) {
    outcome.err += fmt::format("syncbench-analyze: {} stays, for files in it are no points of the run: {}\n",
                               one_line(folder), one_line(join(done.left, ", ")));
  }
}

Outcome run(const Command& self, std::span<const std::string> arguments) {
  std::vector<std::string> names;
  std::string stale_after;
  OptionParser parser(self.name(), self.summary());
  parser.files(names);
  parser.text("--stale-after", "SECONDS", stale_after,
              "take a run that cannot be seen from this host for dead after this silence (default: what its lock says, "
              "about 11 minutes)");
  if (!parser.parse(arguments)) return {ExitCode::ok, parser.help(), ""};
  Outcome outcome;
  const auto patience = silence(stale_after);
  for (const std::string& name : names) {
    try {
      const std::string file = run_file(name);
      tell(results::recover(file, patience), file, outcome);
    } catch (const Error& error) {  // the other folders can be recovered all the same
      if (outcome.code == ExitCode::ok) outcome.code = error.code();
      outcome.err += fmt::format("syncbench-analyze: {}\n", one_line(error.what()));
    }
  }
  return outcome;
}

const Command command{"recover", "merge the points that a run left in FILE.h5.parts when it ended early",
                      CommandGroup::files, run};

}  // namespace

}  // namespace syncbench::analysis
