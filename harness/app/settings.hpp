#pragma once

#include <string>
#include <vector>

#include "suites/suite/option_set.hpp"

namespace syncbench::app {

/// An option's value as somebody wrote it, and where.
struct Setting {
  std::string name;  ///< without dashes: "smallpkt.pieces"
  std::string value;
  std::string origin;  ///< "run.toml line 3"; empty: the command line
};

/// Gives the value to every option of that name (suites may share one). Throws Error(usage): the name is unknown, with
/// the nearest known one, or the value is wrong, with the nearest right one; the sentence begins with where it was
/// written.
void assign(const Setting& setting, const std::vector<const suite::OptionSpec*>& options);

}  // namespace syncbench::app
