#include "harness/core/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

namespace syncbench {
namespace {

struct Suffix {
  char letter;
  unsigned shift;
};
constexpr std::array<Suffix, 4> kSuffixes{{{'T', 40}, {'G', 30}, {'M', 20}, {'K', 10}}};

// Optimal string alignment distance (Damerau 1964): typing errors are mostly one of its four edits.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> table((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return table[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = at(i - 1, j - 1) + (a[i - 1] == b[j - 1] ? 0 : 1);
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
    }
  }
  return at(a.size(), b.size());
}

}  // namespace

std::optional<std::int64_t> parse_whole(std::string_view text) noexcept {
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

std::optional<double> parse_number(std::string_view text) noexcept {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
}

std::optional<Bytes> parse_bytes(std::string_view text) noexcept {
  if (text.ends_with("iB")) {
    text.remove_suffix(2);
    if (text.empty() || (text.back() >= '0' && text.back() <= '9')) return std::nullopt;
  } else if (text.ends_with('B')) {
    text.remove_suffix(1);
  }
  unsigned shift = 0;
  for (const Suffix& suffix : kSuffixes) {
    if (text.empty() || (text.back() != suffix.letter && text.back() != suffix.letter + ('a' - 'A'))) continue;
    shift = suffix.shift;
    text.remove_suffix(1);
    break;
  }
  const auto whole = parse_whole(text);
  if (!whole || *whole < 0 || *whole > (std::numeric_limits<std::int64_t>::max() >> shift)) return std::nullopt;
  return Bytes{static_cast<std::size_t>(*whole) << shift};
}

std::string bytes_text(Bytes bytes) {
  for (const Suffix& suffix : kSuffixes) {
    const std::size_t unit = std::size_t{1} << suffix.shift;
    if (bytes.count >= unit && bytes.count % unit == 0) return std::to_string(bytes.count / unit) + suffix.letter;
  }
  return std::to_string(bytes.count);
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  if (text.empty()) return parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::string join(const std::vector<std::string>& parts, std::string_view separator) {
  std::string all;
  for (const std::string& part : parts) {
    if (&part != &parts.front()) all += separator;
    all += part;
  }
  return all;
}

std::optional<std::string> nearest(std::string_view text, const std::vector<std::string>& candidates) {
  std::optional<std::string> best;
  std::size_t fewest = std::max<std::size_t>(2, text.size() / 2) + 1;
  for (const std::string& candidate : candidates) {
    const std::size_t edits = edit_distance(text, candidate);
    if (edits >= fewest) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}

}  // namespace syncbench
