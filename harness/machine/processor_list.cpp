#include "harness/machine/processor_list.hpp"

#include <algorithm>

#include "harness/core/text.hpp"

namespace syncbench::machine {
namespace {

struct Range {
  int first = 0;
  int last = 0;
};

std::optional<int> parse_processor(std::string_view text) {
  const auto number = text.starts_with('+') || text.starts_with('-') ? std::nullopt : parse_whole(text);
  if (!number || *number > kLargestProcessor) return std::nullopt;
  return static_cast<int>(*number);
}

std::optional<Range> parse_range(std::string_view text) {
  const std::size_t dash = text.find('-');
  const auto first = parse_processor(text.substr(0, dash));
  const auto last = dash == std::string_view::npos ? first : parse_processor(text.substr(dash + 1));
  if (!first || !last || *last < *first) return std::nullopt;
  return Range{*first, *last};
}

}  // namespace

std::optional<std::vector<int>> parse_processor_list(std::string_view text) {
  std::vector<int> numbers;
  for (const std::string& part : split(text, ',')) {
    const auto range = parse_range(part);
    if (!range || numbers.size() > kLargestProcessor) return std::nullopt;
    for (int number = range->first; number <= range->last; ++number) numbers.push_back(number);
  }
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace syncbench::machine
