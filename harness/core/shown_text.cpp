#include "harness/core/shown_text.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

namespace syncbench {
namespace {

constexpr std::array<std::pair<char, std::string_view>, 3> kNamedControls{
    {{'\n', "\\n"}, {'\t', "\\t"}, {'\r', "\\r"}}};

bool is_control(unsigned char c) noexcept { return c < 0x20 || c == 0x7F; }

// C1 controls (U+0080 … U+009F), one of which begins escape sequences like ESC does, are C2 80 … C2 9F in UTF-8.
bool is_c1(unsigned char first, unsigned char second) noexcept {
  return first == 0xC2 && second >= 0x80 && second <= 0x9F;
}

// Bytes of the UTF-8 character that the text begins with (RFC 3629: no overlong forms, surrogates, or beyond U+10FFFF);
// 0 if it begins with none.
std::size_t character_length(std::string_view text) noexcept {
  const auto byte = [&](std::size_t i) { return i < text.size() ? static_cast<unsigned char>(text[i]) : 0U; };
  const unsigned first = byte(0), second = byte(1);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xC2 && first < 0xE0   ? 2
                             : first >= 0xE0 && first < 0xF0 ? 3
                             : first >= 0xF0 && first < 0xF5 ? 4
                                                             : 0;
  const unsigned least = first == 0xE0 ? 0xA0 : first == 0xF0 ? 0x90 : 0x80;
  const unsigned most = first == 0xED ? 0x9F : first == 0xF4 ? 0x8F : 0xBF;
  if (length == 0 || second < least || second > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if ((byte(i) & 0xC0) != 0x80) return 0;
  }
  return length;
}

// Calls take(character, can_be_shown) for each character; bytes that begin none are taken one by one.
template <class Take>
void for_each_character(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t length = character_length(text);
    const auto first = static_cast<unsigned char>(text[0]);
    const bool steers =
        length == 0 || is_control(first) || (length == 2 && is_c1(first, static_cast<unsigned char>(text[1])));
    const std::size_t taken = std::max<std::size_t>(1, length);
    take(text.substr(0, taken), !steers);
    text.remove_prefix(taken);
  }
}

// Every byte as $'…' has it. A byte has two digits at most, so a digit that follows does not join them.
std::string escaped(std::string_view character) {
  std::string text;
  for (const char c : character) {
    const auto* named =
        std::find_if(kNamedControls.begin(), kNamedControls.end(), [&](const auto& each) { return each.first == c; });
    text += named != kNamedControls.end() ? std::string(named->second)
                                          : fmt::format("\\x{:02x}", static_cast<unsigned char>(c));
  }
  return text;
}

bool is_plain(std::string_view text) noexcept {
  constexpr std::string_view kPlain = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-./,:@%+";
  return !text.empty() && text.find_first_not_of(kPlain) == std::string_view::npos;
}

bool can_be_shown(std::string_view text) {
  bool all = true;
  for_each_character(text, [&](std::string_view, bool shown) { all = all && shown; });
  return all;
}

std::string single_quoted(std::string_view text) {
  std::string word = "'";
  for (const char c : text) word += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return word + '\'';
}

std::string dollar_quoted(std::string_view text) {
  std::string word = "$'";
  for_each_character(text, [&](std::string_view character, bool shown) {
    if (!shown) {
      word += escaped(character);
    } else if (character == "'" || character == "\\") {
      word += '\\';
      word += character;
    } else {
      word += character;
    }
  });
  return word + '\'';
}

}  // namespace

std::string printable(std::string text) {
  std::string kept;
  kept.reserve(text.size());
  for_each_character(
      text, [&](std::string_view character, bool shown) { kept += shown || character == "\n" ? character : "?"; });
  return kept;
}

std::string one_line(std::string_view text) {
  std::string line;
  for_each_character(text, [&](std::string_view character, bool shown) {
    line += shown ? std::string(character) : escaped(character);
  });
  return line;
}

std::string shell_word(std::string_view text) {
  if (is_plain(text)) return std::string(text);
  return can_be_shown(text) ? single_quoted(text) : dollar_quoted(text);
}

std::string shell_path(std::string_view path) {
  return shell_word(path.starts_with('-') ? "./" + std::string(path) : std::string(path));
}

}  // namespace syncbench
