#include "printable.hpp"

#include <algorithm>
#include <cstddef>

namespace syncbench {
namespace {

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

std::string printable(std::string text) {
  const auto is_plain = [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\n'; };
  if (std::all_of(text.begin(), text.end(), is_plain)) return text;
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

}  // namespace syncbench
