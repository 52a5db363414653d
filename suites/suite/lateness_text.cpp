#include "suites/suite/lateness_text.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "harness/core/text.hpp"
#include "suites/suite/option_error.hpp"

namespace syncbench::suite {
namespace {

// From long to short, so that the longest that divides a time is found first.
constexpr std::array<std::pair<std::string_view, std::int64_t>, 4> kUnits{
    {{"s", 1'000'000'000}, {"ms", 1'000'000}, {"us", 1'000}, {"ns", 1}}};
constexpr double kLongest = 3600e9;
constexpr double kMostMultiples = 1e6;
constexpr std::int64_t kHighestRank = 10'000'000;

constexpr std::string_view kNode = "node:";

const std::array<std::pair<std::string_view, Victims::Kind>, 3> kWords{
    {{"all", Victims::Kind::all}, {"rotating", Victims::Kind::rotating}, {"random", Victims::Kind::random}}};

// "200us"; nothing if it has no unit.
std::optional<Nanos> time_from(const std::string& text) {
  for (const std::string_view unit : {"ns", "us", "ms", "s"}) {
    if (!text.ends_with(unit)) continue;
    const auto number = parse_number(std::string_view(text).substr(0, text.size() - unit.size()));
    for (const auto& [name, nanos] : kUnits) {
      if (name != unit || !number || *number < 0) continue;
      const double time = *number * static_cast<double>(nanos);
      if (time > kLongest) throw OptionError(fmt::format("{} is too late; the longest is 3600s", text));
      return Nanos{static_cast<std::int64_t>(time + 0.5)};
    }
  }
  return std::nullopt;
}

LatenessAmount amount_from(const std::string& text) {
  if (const auto time = time_from(text)) return {.multiple = 0, .time = *time};
  const auto multiple = parse_number(text);
  if (!multiple || *multiple < 0)
    throw OptionError(
        fmt::format("'{}' is no lateness; it is a multiple of T0, as in 0.5, or a time, as in 200us or 5ms", text));
  if (*multiple > kMostMultiples)
    throw OptionError(fmt::format("{} is too much; the nearest that is allowed is 1000000", text));
  return {.multiple = *multiple, .time = Nanos{0}};
}

}  // namespace

std::vector<LatenessAmount> amounts_from(std::string_view text) {
  std::vector<LatenessAmount> amounts;
  for (const std::string& each : split(text, ',')) amounts.push_back(amount_from(each));
  if (amounts.empty()) throw OptionError("a value is missing");
  return amounts;
}

std::string text_of(const LatenessAmount& amount) {
  if (amount.multiple > 0 || amount.time == Nanos{0}) return fmt::format("{}", amount.multiple);
  for (const auto& [name, nanos] : kUnits) {
    if (amount.time.count() % nanos == 0) return fmt::format("{}{}", amount.time.count() / nanos, name);
  }
  return {};
}

Victims victims_from(std::string_view text) {
  for (const auto& [word, kind] : kWords) {
    if (text == word) return {.kind = kind};
  }
  if (text.starts_with(kNode)) {
    const std::string node(text.substr(kNode.size()));
    return {.kind = Victims::Kind::node, .node = NodeIndex{static_cast<int>(whole_from(node, 0, kHighestRank))}};
  }
  Victims victims;
  for (const std::string& each : split(text, ',')) {
    const auto rank = parse_whole(each);
    if (!rank || *rank < 0 || *rank > kHighestRank)
      throw OptionError(fmt::format(
          "'{}' is no rank; late ranks are numbers, as in 1 or 1,3, or all, rotating, random, node:0", each));
    victims.ranks.push_back(Rank{static_cast<int>(*rank)});
  }
  if (victims.ranks.empty()) throw OptionError("a value is missing");
  return victims;
}

std::string text_of(const Victims& victims) {
  for (const auto& [word, kind] : kWords) {
    if (victims.kind == kind) return std::string(word);
  }
  if (victims.kind == Victims::Kind::node) return fmt::format("{}{}", kNode, victims.node.value);
  std::vector<std::string> ranks;
  for (const Rank rank : victims.ranks) ranks.push_back(std::to_string(rank.value));
  return join(ranks, ",");
}

Victims usual_victims(LatenessShape shape, int ranks) {
  Victims victims;
  switch (shape) {
    case LatenessShape::one_late:
      victims.ranks = {Rank{ranks - 1}};
      break;
    case LatenessShape::half_late:
      for (int rank = ranks - std::max(1, ranks / 2); rank < ranks; ++rank) victims.ranks.push_back(Rank{rank});
      break;
    case LatenessShape::rotating:
      victims.kind = Victims::Kind::rotating;
      break;
    case LatenessShape::ramp:
    case LatenessShape::uniform:
    case LatenessShape::exponential:
    case LatenessShape::pareto:
    case LatenessShape::periodic:
      victims.kind = Victims::Kind::all;
      break;
  }
  return victims;
}

}  // namespace syncbench::suite
