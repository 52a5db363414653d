#include "harness/machine/tally.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "harness/machine/file_facts.hpp"

namespace syncbench::machine {
namespace {

struct Count {
  std::string text;
  std::size_t times = 0;
};

void count(std::vector<Count>& counts, std::string text) {
  const auto same = [&](const Count& each) { return each.text == text; };
  auto found = std::find_if(counts.begin(), counts.end(), same);
  if (found == counts.end()) found = counts.insert(counts.end(), {std::move(text), 0});
  ++found->times;
}

std::string counts_text(std::vector<Count> counts) {
  std::stable_sort(counts.begin(), counts.end(), [](const Count& a, const Count& b) { return a.times > b.times; });
  std::vector<std::string> parts;
  for (const auto& [text, times] : counts) parts.push_back(fmt::format("{} ×{}", text, times));
  return tidy(join(parts, ", "));
}

}  // namespace

FactValue tally(const Tree& tree, const std::vector<std::string>& paths) {
  std::vector<Count> counts;
  std::optional<Unreadable> first_reason;
  std::size_t unreadable = 0;
  for (const std::string& path : paths) {
    FactValue value = file_value(tree, path, Form::text);
    if (auto* const reason = std::get_if<Unreadable>(&value)) {
      if (unreadable++ == 0) first_reason = std::move(*reason);
    } else {
      count(counts, std::get<std::string>(std::move(value)));
    }
  }
  if (counts.empty()) return first_reason.value_or(Unreadable{std::string(kNotOnThisMachine)});
  if (unreadable > 0) counts.push_back({"unreadable", unreadable});
  return counts_text(std::move(counts));
}

}  // namespace syncbench::machine
