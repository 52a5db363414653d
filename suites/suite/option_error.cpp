#include "suites/suite/option_error.hpp"

#include <algorithm>
#include <cctype>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "harness/core/text.hpp"

namespace syncbench::suite {

namespace {

// A name without what differs between libraries: MPI_Reduce_scatter and reduce-scatter are "reducescatter".
std::string bare(std::string_view name) {
  std::string text;
  for (const char c : name) {
    if (c != '-' && c != '_') text += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  for (const std::string_view prefix : {"mpi", "nccl"}) {
    if (text.starts_with(prefix) && text.size() > prefix.size()) text.erase(0, prefix.size());
  }
  return text == "bcast" ? "broadcast" : text;
}

// The choice that MPI, NCCL and other suites call by this name.
std::optional<std::string> known_elsewhere(std::string_view text, const std::vector<std::string>& choices) {
  const auto found =
      std::find_if(choices.begin(), choices.end(), [&](const std::string& each) { return bare(each) == bare(text); });
  return found == choices.end() ? std::nullopt : std::optional(*found);
}

}  // namespace

void refuse_choice(std::string_view text, const std::vector<std::string>& choices) {
  const auto familiar = known_elsewhere(text, choices);
  const auto near = familiar ? familiar : nearest(text, choices);
  const std::string all = join(choices, ", ");
  if (near) throw OptionError(fmt::format("there is no '{}'; did you mean {}? Choices: {}", text, *near, all));
  throw OptionError(fmt::format("there is no '{}'; choices: {}", text, all));
}

std::int64_t whole_from(std::string_view text, std::int64_t lowest, std::int64_t highest) {
  const auto whole = parse_whole(text);
  if (!whole) {
    const auto number = parse_number(text);
    const double rounded = number ? std::round(*number) : 0;
    const bool in_range =
        number && rounded >= static_cast<double>(lowest) && rounded <= std::min(static_cast<double>(highest), 1e15);
    if (in_range)
      throw OptionError(fmt::format("'{}' is not a whole number in plain digits; did you mean {}?", text,
                                    static_cast<std::int64_t>(rounded)));
    throw OptionError(fmt::format("'{}' is not a whole number; the lowest that is allowed is {}", text, lowest));
  }
  if (*whole < lowest)
    throw OptionError(fmt::format("{} is too low; the nearest that is allowed is {}", *whole, lowest));
  if (*whole > highest)
    throw OptionError(fmt::format("{} is too high; the nearest that is allowed is {}", *whole, highest));
  return *whole;
}

}  // namespace syncbench::suite
