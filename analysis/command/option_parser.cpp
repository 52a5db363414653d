#include "analysis/command/option_parser.hpp"

#include <algorithm>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {

struct OptionParser::State {
  std::string command, summary;
  CLI::App app;
  bool help_wanted = false;
  std::vector<std::string> names;
  std::vector<Cells> help_rows;
  std::vector<std::string>* files = nullptr;

  void remember(const std::string& name, const std::string& shown, const std::string& help) {
    names.push_back(name);
    help_rows.push_back({"  " + shown, help});
  }

  [[noreturn]] void refuse(const std::string& what) const {
    throw Error(ExitCode::usage, fmt::format("{}: {}", command, what));
  }

  [[noreturn]] void refuse_option(std::string given) const {
    given.erase(std::min(given.find('='), given.size()));
    const auto close = nearest(given, names);
    refuse(fmt::format("there is no option {}; {}", given,
                       close ? fmt::format("did you mean {}?", *close) : "its options are " + join(names, " ")));
  }

  void refuse_unknown(std::span<const std::string> arguments) const {
    const std::vector<std::string> left = app.remaining();  // in an order of CLI11's own
    for (const std::string& argument : arguments) {
      if (argument == "--") return;  // only files follow
      if (std::find(left.begin(), left.end(), argument) != left.end()) refuse_option(argument);
    }
  }
};

OptionParser::OptionParser(std::string_view command, std::string_view summary) : state_(std::make_unique<State>()) {
  state_->command = command;
  state_->summary = summary;
  state_->app.set_help_flag();
  state_->app.allow_extras();
  flag("--help", state_->help_wanted, "this text");
}

OptionParser::~OptionParser() = default;

void OptionParser::flag(const std::string& name, bool& target, const std::string& help) {
  state_->app.add_flag(name == "--help" ? "-h,--help" : name, target);
  state_->remember(name, name, help);
}

void OptionParser::text(const std::string& name, const std::string& value_name, std::string& target,
                        const std::string& help) {
  state_->app.add_option(name, target)->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  state_->remember(name, name + " " + value_name, help);
}

void OptionParser::texts(const std::string& name, const std::string& value_name, std::vector<std::string>& target,
                         const std::string& help) {
  // Without this a list takes everything that follows, the files too.
  state_->app.add_option(name, target)->allow_extra_args(false);
  state_->remember(name, name + " " + value_name, help);
}

void OptionParser::files(std::vector<std::string>& target) {
  state_->files = &target;
  state_->app.add_option("FILE", target);
}

bool OptionParser::parse(std::span<const std::string> arguments) {
  try {
    state_->app.parse(std::vector<std::string>(arguments.rbegin(), arguments.rend()));  // CLI11 reads from the back
  } catch (const CLI::ParseError& error) {
    // "--by: 1 required TEXT missing" and the like: only the option's name is worth keeping.
    const std::string text = error.what();
    const auto named = std::find_if(state_->names.begin(), state_->names.end(),
                                    [&text](const std::string& name) { return text.find(name) != std::string::npos; });
    if (named == state_->names.end()) state_->refuse(text);
    const bool missing = error.get_exit_code() == static_cast<int>(CLI::ExitCodes::ArgumentMismatch);
    state_->refuse(*named + (missing ? " needs a value" : " takes no value"));
  }
  if (state_->help_wanted) return false;
  state_->refuse_unknown(arguments);
  if (state_->files != nullptr && state_->files->empty()) {
    state_->refuse(fmt::format("which result file? Try: syncbench-analyze {} FILE.h5", state_->command));
  }
  return true;
}

std::string OptionParser::help() const {
  const std::vector<Column> columns{{"", Align::left}, {"", Align::left}};
  std::string text = fmt::format("syncbench-analyze {} FILE... [options]\n{}\n\n", state_->command, state_->summary);
  const std::vector<Column> wide = fitted(columns, state_->help_rows);
  for (const Cells& row : state_->help_rows) text += row_line(wide, row);
  return text;
}

}  // namespace syncbench::analysis
