#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/command/outcome.hpp"
#include "harness/core/registered.hpp"

namespace syncbench::analysis {

/// Commands that stand together in the list of commands, in the order of this list.
enum class CommandGroup {
  answer,    ///< why it was slow
  points,    ///< every point of a file
  subject,   ///< one subject, such as a suite
  launches,  ///< several files as one set
  files,     ///< files as files
};

/// A command of syncbench-analyze. It registers itself by one line in its own file:
/// `const Command command{"storm", "what splitting costs", CommandGroup::subject, run};`
class Command final : public Registered<Command> {
 public:
  /// Does what the command is for, on the arguments behind its name. Throws Error for what cannot be done.
  using Run = Outcome (*)(const Command& self, std::span<const std::string> arguments);

  Command(std::string_view name, std::string_view summary, CommandGroup group, Run work) noexcept
      : name_(name), summary_(summary), group_(group), run_(work) {}

  std::string_view name() const noexcept { return name_; }
  std::string_view summary() const noexcept { return summary_; }  ///< what it does, for the list of commands
  CommandGroup group() const noexcept { return group_; }
  Outcome run(std::span<const std::string> arguments) const { return run_(*this, arguments); }

 private:
  std::string_view name_, summary_;
  CommandGroup group_;
  Run run_;
};

/// All commands in the order in which help shows them: group by group, sorted by name in each. Throws std::bad_alloc.
std::vector<const Command*> commands();

}  // namespace syncbench::analysis
