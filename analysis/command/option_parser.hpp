#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncbench::analysis {

/// The options of one command, behind which CLI11 is hidden: its texts are not for users, and a file that includes it
/// compiles for seconds. Targets are filled by parse() and must outlive the parser.
class OptionParser {
 public:
  /// `command` and what it does, as `--help` shows them.
  OptionParser(std::string_view command, std::string_view summary);
  ~OptionParser();

  void flag(const std::string& name, bool& target, const std::string& help);
  void text(const std::string& name, const std::string& value_name, std::string& target, const std::string& help);
  /// May be given more than once; each takes one value.
  void texts(const std::string& name, const std::string& value_name, std::vector<std::string>& target,
             const std::string& help);
  /// The arguments that are not options; at least one is required.
  void files(std::vector<std::string>& target);

  /// Reads what follows the command on the command line. Throws Error(usage) with one sentence for an unknown option
  /// (with the nearest one), a missing or unwanted value, or no file. False if help was asked for.
  bool parse(std::span<const std::string> arguments);

  std::string help() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace syncbench::analysis
