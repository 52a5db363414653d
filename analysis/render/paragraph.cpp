#include "paragraph.hpp"

#include <algorithm>

#include <syncbench/core/text_table.hpp>

namespace syncbench::analysis {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kWhite), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kWhite));
  text.remove_prefix(word.size());
  return word;
}

bool is_control(unsigned char c) { return c < 0x20 || c == 0x7F; }

// C1 controls (U+0080 … U+009F), one of which begins escape sequences like ESC does, are C2 80 … C2 9F in UTF-8.
bool is_c1(unsigned char first, unsigned char second) { return first == 0xC2 && second >= 0x80 && second <= 0x9F; }

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

}  // namespace

std::string paragraph(std::string_view text, std::size_t indent) {
  std::string lines;
  std::size_t used = 0;
  for (std::string_view word = next_word(text); !word.empty(); word = next_word(text)) {
    const std::size_t width = display_width(word);
    if (used > indent && used + 1 + width > kTextWidth) {
      lines += '\n' + std::string(indent, ' ');
      used = indent;
    } else if (used > 0) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += width;
  }
  return lines.empty() ? lines : lines + '\n';
}

std::string printable(std::string text) {
  std::string kept;
  kept.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character_length(std::string_view(text).substr(i));
    const auto byte = static_cast<unsigned char>(text[i]);
    const bool steers = length == 0 || (is_control(byte) && text[i] != '\n') ||
                        (length == 2 && is_c1(byte, static_cast<unsigned char>(text[i + 1])));
    kept += steers ? "?" : text.substr(i, length);
    i += std::max<std::size_t>(1, length);
  }
  return kept;
}

}  // namespace syncbench::analysis
