#include "suites/suite/option_set.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "suites/suite/size_list.hpp"

namespace syncbench::suite {
namespace {

std::vector<std::string> items_of(const std::string& text) {
  auto items = split(text, ',');
  if (items.empty()) throw OptionError("a value is missing");
  return items;
}

double number_from(const std::string& text, double lowest, double highest) {
  const auto number = parse_number(text);
  if (!number) throw OptionError(fmt::format("'{}' is not a number; it lies between {} and {}", text, lowest, highest));
  if (*number < lowest)
    throw OptionError(fmt::format("{} is too low; the nearest that is allowed is {}", *number, lowest));
  if (*number > highest)
    throw OptionError(fmt::format("{} is too high; the nearest that is allowed is {}", *number, highest));
  return *number;
}

}  // namespace

std::string value_text(const OptionSpec& spec) { return join(spec.values(), ","); }

OptionSpec& OptionSet::add_spec(OptionName name, std::string hint, std::string description) {
  OptionSpec& spec = specs_.emplace_back();
  spec.name = name.shared || prefix_.empty() ? std::string(name.text) : fmt::format("{}.{}", prefix_, name.text);
  spec.hint = std::move(hint);
  spec.description = std::move(description);
  return spec;
}

void OptionSet::add(OptionName name, bool& target, std::string description) {
  OptionSpec& spec = add_spec(name, "true|false", std::move(description));
  spec.assign = [&target](const std::string& text) {
    if (text != "true" && text != "false") refuse_choice(text, {"true", "false"});
    target = text == "true";
  };
  spec.values = [&target] { return std::vector<std::string>{target ? "true" : "false"}; };
}

void OptionSet::add(OptionName name, std::string& target, std::string hint, std::string description) {
  OptionSpec& spec = add_spec(name, std::move(hint), std::move(description));
  spec.quoted = true;
  spec.assign = [&target](const std::string& text) { target = text; };
  spec.values = [&target] { return std::vector<std::string>{target}; };
}

void OptionSet::add(OptionName name, std::size_t& target, Limits limits, std::string description) {
  OptionSpec& spec = add_spec(name, "N", std::move(description));
  limits.lowest = std::max<std::int64_t>(limits.lowest, 0);
  spec.assign = [&target, limits](const std::string& text) {
    target = static_cast<std::size_t>(whole_from(text, limits.lowest, limits.highest));
  };
  spec.values = [&target] { return std::vector<std::string>{std::to_string(target)}; };
}

void OptionSet::add(OptionName name, std::optional<std::size_t>& target, Limits limits, std::string description) {
  OptionSpec& spec = add_spec(name, "N|auto", std::move(description));
  spec.quoted = true;
  limits.lowest = std::max<std::int64_t>(limits.lowest, 0);
  spec.assign = [&target, limits](const std::string& text) {
    target = std::nullopt;
    if (text != "auto") target = static_cast<std::size_t>(whole_from(text, limits.lowest, limits.highest));
  };
  spec.values = [&target] { return std::vector<std::string>{target ? std::to_string(*target) : "auto"}; };
}

void OptionSet::add(OptionName name, double& target, double lowest, double highest, std::string description) {
  OptionSpec& spec = add_spec(name, "X", std::move(description));
  spec.assign = [&target, lowest, highest](const std::string& text) { target = number_from(text, lowest, highest); };
  spec.values = [&target] { return std::vector<std::string>{fmt::format("{}", target)}; };
}

void OptionSet::add(OptionName name, std::vector<double>& target, double lowest, double highest,
                    std::string description) {
  OptionSpec& spec = add_spec(name, "X,X,...", std::move(description));
  spec.list = true;
  spec.assign = [&target, lowest, highest](const std::string& text) {
    std::vector<double> numbers;
    for (const std::string& item : items_of(text)) numbers.push_back(number_from(item, lowest, highest));
    target = std::move(numbers);
  };
  spec.values = [&target] {
    std::vector<std::string> texts;
    for (const double number : target) texts.push_back(fmt::format("{}", number));
    return texts;
  };
}

void OptionSet::add(OptionName name, std::vector<std::size_t>& target, Limits limits, std::string description) {
  OptionSpec& spec = add_spec(name, "N,N,...", std::move(description));
  spec.list = true;
  limits.lowest = std::max<std::int64_t>(limits.lowest, 0);
  spec.assign = [&target, limits](const std::string& text) {
    std::vector<std::size_t> numbers;
    for (const std::string& item : items_of(text))
      numbers.push_back(static_cast<std::size_t>(whole_from(item, limits.lowest, limits.highest)));
    target = std::move(numbers);
  };
  spec.values = [&target] {
    std::vector<std::string> texts;
    for (const std::size_t number : target) texts.push_back(std::to_string(number));
    return texts;
  };
}

void OptionSet::add(OptionName name, Bytes& target, std::string description) {
  OptionSpec& spec = add_spec(name, "SIZE", std::move(description));
  spec.quoted = true;
  spec.assign = [&target](const std::string& text) {
    const auto sizes = sizes_from(text);
    if (sizes.size() != 1)
      throw OptionError(
          fmt::format("'{}' is several sizes and one is wanted; did you mean {}?", text, bytes_text(sizes.back())));
    target = sizes.front();
  };
  spec.values = [&target] { return std::vector<std::string>{bytes_text(target)}; };
}

void OptionSet::add(OptionName name, std::vector<Bytes>& target, std::string description) {
  OptionSpec& spec = add_spec(name, "8:4M|8:4M:x4|SIZE,SIZE,...", std::move(description));
  spec.list = true;
  spec.quoted = true;
  spec.assign = [&target](const std::string& text) { target = sizes_from(text); };
  spec.values = [&target] {
    std::vector<std::string> texts;
    for (const Bytes size : target) texts.push_back(bytes_text(size));
    return texts;
  };
}

void OptionSet::add_names(OptionName name, std::vector<std::string>& target, std::vector<std::string> choices,
                          std::string description) {
  add_choice_spec(
      name, std::move(choices), true, std::move(description),
      [&target](const std::vector<std::string>& names) { target = names; }, [&target] { return target; });
}

void OptionSet::add_choice_spec(OptionName name, std::vector<std::string> choices, bool list, std::string description,
                                std::function<void(const std::vector<std::string>&)> set,
                                std::function<std::vector<std::string>()> values) {
  OptionSpec& spec = add_spec(name, join(choices, "|") + (list ? ",..." : ""), std::move(description));
  spec.list = list;
  spec.quoted = true;
  spec.assign = [choices = std::move(choices), list, set = std::move(set)](const std::string& text) {
    const auto names = list ? items_of(text) : std::vector<std::string>{text};
    for (const std::string& each : names) {
      if (std::find(choices.begin(), choices.end(), each) == choices.end()) refuse_choice(each, choices);
    }
    set(names);
  };
  spec.values = std::move(values);
}

}  // namespace syncbench::suite
