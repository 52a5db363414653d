#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/names.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {

/// The value of an option that takes one of an enumeration's names. Throws Error(usage), with all of them and the
/// nearest one, for any other text.
template <class E>
E chosen(std::string_view command, std::string_view option, const std::string& text) {
  if (const auto value = value_named<E>(text)) return *value;
  std::vector<std::string> names;
  for (const std::string_view name : names_of<E>()) names.emplace_back(name);
  const auto close = nearest(text, names);
  throw Error(ExitCode::usage, fmt::format("{}: {} takes {}, not '{}'{}", command, option, join(names, ", "), text,
                                           close ? fmt::format("; did you mean {}?", *close) : ""));
}

}  // namespace syncbench::analysis
