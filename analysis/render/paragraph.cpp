#include "analysis/render/paragraph.hpp"

#include <algorithm>

#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::string_view kWhite = " \t\r\n";

std::string_view next_word(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kWhite), text.size()));
  const std::string_view word = text.substr(0, text.find_first_of(kWhite));
  text.remove_prefix(word.size());
  return word;
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

}  // namespace syncbench::analysis
