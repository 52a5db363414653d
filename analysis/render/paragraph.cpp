#include "paragraph.hpp"

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
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if (is_control(byte) && text[i] != '\n') text[i] = '?';
    if (i + 1 < text.size() && is_c1(byte, static_cast<unsigned char>(text[i + 1]))) text.replace(i, 2, "?");
  }
  return text;
}

}  // namespace syncbench::analysis
