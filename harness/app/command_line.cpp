#include "harness/app/command_line.hpp"

#include <deque>
#include <map>
#include <set>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::app {
namespace {

// CLI11 is only told the names and whether a value follows; values are judged by whoever declared the option.
class Parser {
 public:
  explicit Parser(const std::vector<const suite::OptionSpec*>& options) {
    cli_.set_help_flag();
    cli_.allow_extras();
    add_flag("help,-h", Action::help);
    add_flag("version", Action::version);
    add_flag("list", Action::list);
    add_flag("dry-run", Action::dry_run);
    add_flag("print-config", Action::print_config);
    add_value("describe", "SUITE");
    for (const char* name : {"config", "ranks", "nodes", "memory"}) add_value(name, "");
    add_value("launches", "10");
    add_value("launcher", "'mpirun -n 2'");
    for (const suite::OptionSpec* option : options) {
      if (values_.count(option->name) != 0) continue;  // shared by several suites
      CLI::Option* added = add_value(option->name, option->hint);
      if (option->hint == "true|false") added->expected(0, 1);
    }
  }

  CommandLine parse(int argc, const char* const* argv) {
    try {
      cli_.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
      refuse(error, argv[argc - 1]);
    }
    refuse_extras();
    return take();
  }

 private:
  void add_flag(const std::string& name, Action action) {
    flags_.emplace_back(cli_.add_flag("--" + name), action);
    names_.push_back("--" + name.substr(0, name.find(',')));
  }

  CLI::Option* add_value(const std::string& name, const std::string& hint) {
    hints_["--" + name] = hint;
    names_.push_back("--" + name);
    return cli_.add_option("--" + name, values_[name])->multi_option_policy(CLI::MultiOptionPolicy::TakeLast);
  }

  // A value is missing only at the end of the line: anything else that follows is taken for one. CLI11's own words name
  // types ("1 required TEXT missing"); ours say what a value looks like.
  [[noreturn]] void refuse(const CLI::ParseError& error, const std::string& last) const {
    const auto hint = hints_.find(last);
    if (hint == hints_.end()) throw Error(ExitCode::usage, fmt::format("the command line is wrong: {}", error.what()));
    const std::string looks = hint->second.empty() ? "" : fmt::format(", as in {} {}", last, hint->second);
    throw Error(ExitCode::usage, fmt::format("{} needs a value{}", last, looks));
  }

  void refuse_extras() const {
    for (const std::string& extra : cli_.remaining()) {
      const std::string name = extra.substr(0, extra.find('='));
      if (!extra.starts_with('-')) {
        throw Error(
            ExitCode::usage,
            fmt::format("'{}' stands alone, and syncbench takes options only; syncbench --help lists them", extra));
      }
      throw Error(ExitCode::usage, fmt::format("there is no option {}; {}", name, hint_for(name)));
    }
  }

  // Options of suites are often written without the suite: --pieces for --smallpkt.pieces.
  std::string hint_for(const std::string& name) const {
    std::vector<std::string> of_suites;
    for (const std::string& each : names_) {
      const std::size_t dot = each.find('.');
      if (dot != std::string::npos && "--" + each.substr(dot + 1) == name) of_suites.push_back(each);
    }
    if (!of_suites.empty()) return fmt::format("did you mean {}?", join(of_suites, " or "));
    const auto near = nearest(name, names_);
    return near ? fmt::format("did you mean {}?", *near) : "syncbench --help lists all options";
  }

  CommandLine take() {
    CommandLine line;
    for (const auto& [option, action] : flags_) {
      if (option->count() > 0) line.action = action;
    }
    if (const auto suite = given("describe")) {
      line.action = Action::describe;
      line.described = *suite;
    }
    line.config = given("config").value_or("");
    line.ranks = given("ranks");
    line.nodes = given("nodes");
    line.memory = given("memory");
    line.launches = given("launches");
    line.launcher = given("launcher");
    static const std::set<std::string> kOurs{"describe", "config", "ranks", "nodes", "memory", "launches", "launcher"};
    for (const auto& [name, value] : values_) {
      if (kOurs.count(name) == 0 && given(name))
        line.settings.push_back({.name = name, .value = *given(name), .origin = {}});
    }
    return line;
  }

  std::optional<std::string> given(const std::string& name) const {
    const CLI::Option* option = cli_.get_option("--" + name);
    if (option->count() == 0) return std::nullopt;
    const std::string& value = values_.at(name);
    return value.empty() && hints_.at("--" + name) == "true|false" ? "true" : value;
  }

  CLI::App cli_;
  std::map<std::string, std::string> values_;  // nodes of a map stay where they are: CLI11 keeps references
  std::map<std::string, std::string> hints_;
  std::vector<std::string> names_;
  std::deque<std::pair<CLI::Option*, Action>> flags_;
};

}  // namespace

CommandLine parse_command_line(int argc, const char* const* argv,
                               const std::vector<const suite::OptionSpec*>& options) {
  return Parser(options).parse(argc, argv);
}

}  // namespace syncbench::app
