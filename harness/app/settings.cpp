#include "harness/app/settings.hpp"

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::app {
namespace {

std::string where(const Setting& setting) {
  if (setting.origin.empty()) return fmt::format("--{} {}", setting.name, setting.value);
  return fmt::format("{}: {} = {}", setting.origin, setting.name, setting.value);
}

[[noreturn]] void refuse_name(const Setting& setting, const std::vector<const suite::OptionSpec*>& options) {
  std::vector<std::string> names;
  for (const suite::OptionSpec* each : options) names.push_back(each->name);
  const auto near = nearest(setting.name, names);
  const std::string hint = near ? fmt::format("did you mean {}?", *near) : "syncbench --help lists all options";
  throw Error(ExitCode::usage, fmt::format("{}: there is no option '{}'; {}", setting.origin, setting.name, hint));
}

}  // namespace

void assign(const Setting& setting, const std::vector<const suite::OptionSpec*>& options) {
  bool known = false;
  for (const suite::OptionSpec* option : options) {
    if (option->name != setting.name) continue;
    known = true;
    try {
      option->assign(setting.value);
    } catch (const suite::OptionError& error) {
      throw Error(ExitCode::usage, fmt::format("{}: {}", where(setting), error.what()));
    }
  }
  if (!known) refuse_name(setting, options);
}

}  // namespace syncbench::app
