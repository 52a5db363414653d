#include "analysis/run/selection.hpp"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::string_view kRangeMark = "..";
constexpr std::size_t kMostChoices = 12;  // values that a hint lists

[[noreturn]] void refuse(const std::string& what) { throw Error(ExitCode::usage, "--where: " + what); }

std::optional<long double> number_of(std::string_view text) {
  if (const auto whole = parse_whole(text)) return static_cast<long double>(*whole);
  if (const auto real = parse_number(text)) return static_cast<long double>(*real);
  if (const auto bytes = parse_bytes(text)) return static_cast<long double>(bytes->count);
  return std::nullopt;
}

// Nothing if the item is no range of numbers: it may still be a text that has two dots.
std::optional<Range> range_of(const std::string& item) {
  const std::size_t mark = item.find(kRangeMark);
  if (mark == std::string::npos || item.size() == kRangeMark.size()) return std::nullopt;
  const std::string low = item.substr(0, mark), high = item.substr(mark + kRangeMark.size());
  const Range range{number_of(low), number_of(high)};
  if ((!low.empty() && !range.lowest) || (!high.empty() && !range.highest)) return std::nullopt;
  if (range.lowest && range.highest && *range.lowest > *range.highest) {
    refuse(fmt::format("the range {} is empty; the smaller end comes first", item));
  }
  return range;
}

void add_item(Condition& condition, const std::string& item) {
  if (item.empty()) refuse(fmt::format("{} has an empty value", condition.asked));
  condition.text += (condition.text.empty() ? "" : ",") + item;
  if (const auto number = number_of(item)) {
    condition.numbers.push_back(*number);
  } else if (const auto range = range_of(item)) {
    condition.ranges.push_back(*range);
  } else {
    condition.words.push_back(item);
  }
}

void add_conditions(std::vector<Condition>& conditions, const std::string& text) {
  Condition* current = nullptr;
  for (const std::string& item : split(text, ',')) {
    const std::size_t equals = item.find('=');
    if (equals == 0 || (equals == std::string::npos && current == nullptr)) {
      refuse(fmt::format("'{}' is no condition; write key=value, for example bytes=8..64K", text));
    }
    if (equals == std::string::npos) {
      add_item(*current, item);
      continue;
    }
    current = &conditions.emplace_back();
    current->asked = item.substr(0, equals);
    current->key = current->asked == "bytes" ? "bytes_send" : current->asked;
    add_item(*current, item.substr(equals + 1));
  }
}

std::optional<results::Value> value_of(const results::PointHeader& point, std::string_view key) {
  if (key == "id") return results::Value(point.id);
  const auto found = point.attributes.find(key);
  if (found == point.attributes.end()) return std::nullopt;
  return found->second;
}

bool matches_number(const Condition& condition, long double value) {
  if (std::find(condition.numbers.begin(), condition.numbers.end(), value) != condition.numbers.end()) return true;
  return std::any_of(condition.ranges.begin(), condition.ranges.end(), [value](const Range& range) {
    return (!range.lowest || value >= *range.lowest) && (!range.highest || value <= *range.highest);
  });
}

bool matches(const Condition& condition, const results::PointHeader& point) {
  const auto value = value_of(point, condition.key);
  if (!value) return false;
  if (const auto* whole = std::get_if<std::int64_t>(&*value)) {
    return matches_number(condition, static_cast<long double>(*whole));
  }
  if (const auto* real = std::get_if<double>(&*value))
    return matches_number(condition, static_cast<long double>(*real));
  // Framed by commas, one item matches, and so do neighbours that together are one value with commas in it.
  return ("," + condition.text + ",").find("," + std::get<std::string>(*value) + ",") != std::string::npos;
}

void require_known(const Condition& condition, std::span<const results::PointHeader> points) {
  std::set<std::string> keys{"id", "bytes"};
  for (const results::PointHeader& point : points) {
    if (value_of(point, condition.key)) return;
    for (const auto& [key, value] : point.attributes) keys.insert(key);
  }
  const std::vector<std::string> all(keys.begin(), keys.end());
  const auto close = nearest(condition.asked, all);
  refuse(fmt::format("no point has an attribute '{}'; {}", condition.asked,
                     close ? fmt::format("did you mean {}?", *close) : "there are " + join(all, ", ")));
}

// "bytes_send is 8, 64, 512", for whoever asked for something else; empty if there are too many values to be of help.
std::string choices(const Condition& condition, std::span<const results::PointHeader> points) {
  std::vector<std::string> values;
  for (const results::PointHeader& point : points) {
    const auto value = value_of(point, condition.key);
    const std::string text = value ? results::text_of(*value) : "";
    if (value && std::find(values.begin(), values.end(), text) == values.end()) values.push_back(text);
  }
  if (values.size() > kMostChoices) return "";
  return fmt::format("; {} is {}", condition.asked, join(values, ", "));
}

// In a list such as "8,6A" the second item would otherwise be passed over in silence.
void require_numbers(const Condition& condition, std::span<const results::PointHeader> points) {
  if (condition.words.empty()) return;
  const auto is_text = [&condition](const results::PointHeader& point) {
    const auto value = value_of(point, condition.key);
    return value && std::holds_alternative<std::string>(*value);
  };
  if (std::any_of(points.begin(), points.end(), is_text)) return;
  refuse(fmt::format("{} is a number, '{}' is none{}", condition.asked, condition.words.front(),
                     choices(condition, points)));
}

void require_met(const Condition& condition, std::span<const results::PointHeader> points) {
  const auto met = [&condition](const results::PointHeader& point) { return matches(condition, point); };
  if (std::any_of(points.begin(), points.end(), met)) return;
  refuse(fmt::format("no point has {}={}{}", condition.asked, condition.text, choices(condition, points)));
}

}  // namespace

Selection::Selection(std::span<const std::string> texts) {
  for (const std::string& text : texts) {
    if (text.empty()) refuse("needs a condition, for example bytes=8..64K");
    add_conditions(conditions_, text);
  }
}

bool Selection::matches(const results::PointHeader& point) const {
  return std::all_of(conditions_.begin(), conditions_.end(),
                     [&point](const Condition& condition) { return analysis::matches(condition, point); });
}

void Selection::require_a_match(std::span<const results::PointHeader> points) const {
  if (conditions_.empty()) return;
  for (const Condition& condition : conditions_) {
    require_known(condition, points);
    require_numbers(condition, points);
  }
  for (const Condition& condition : conditions_) require_met(condition, points);
  const auto matched = [this](const results::PointHeader& point) { return matches(point); };
  if (std::none_of(points.begin(), points.end(), matched)) refuse("no point fulfils all conditions together");
}

}  // namespace syncbench::analysis
