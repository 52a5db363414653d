#include "suites/suite/layout_list.hpp"

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "suites/suite/option_error.hpp"

namespace syncbench::suite {
namespace {

using kernels::Layout;
using kernels::LayoutKind;

constexpr std::int64_t kWidestStep = 4'096, kMostUnaligned = 63;

bool has_step(LayoutKind kind) noexcept { return kind == LayoutKind::vector || kind == LayoutKind::unaligned; }

LayoutKind kind_from(const std::string& name) {
  if (const auto kind = value_named<LayoutKind>(name)) return *kind;
  std::vector<std::string> choices;
  for (const std::string_view each : names_of<LayoutKind>()) choices.emplace_back(each);
  refuse_choice(name, choices);
}

Layout layout_from(const std::string& item) {
  const std::size_t colon = item.find(':');
  Layout layout{.kind = kind_from(item.substr(0, colon)), .step = 0};
  if (colon == std::string::npos) {
    if (has_step(layout.kind)) throw OptionError(fmt::format("{} lacks its number; did you mean {}:4?", item, item));
    return layout;
  }
  if (!has_step(layout.kind))
    throw OptionError(fmt::format("{} takes no number; did you mean {}?", name_of(layout.kind), name_of(layout.kind)));
  const bool vector = layout.kind == LayoutKind::vector;
  layout.step = static_cast<std::size_t>(
      whole_from(item.substr(colon + 1), vector ? 2 : 1, vector ? kWidestStep : kMostUnaligned));
  return layout;
}

}  // namespace

std::vector<Layout> layouts_from(std::string_view text) {
  const auto items = split(text, ',');
  if (items.empty()) throw OptionError("a value is missing");
  std::vector<Layout> layouts;
  for (const std::string& item : items) layouts.push_back(layout_from(item));
  return layouts;
}

std::string layout_forms() {
  std::vector<std::string> forms;
  for (const auto& [kind, name] : Names<LayoutKind>::table)
    forms.push_back(fmt::format("{}{}", name, has_step(kind) ? ":N" : ""));
  return join(forms, ", ");
}

}  // namespace syncbench::suite
