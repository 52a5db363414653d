#include "harness/app/wrapped.hpp"

#include <algorithm>

#include "harness/core/text_table.hpp"

namespace syncbench::app {
namespace {

// The text up to the next place where a line may end, the space or mark included.
std::string_view next_part(std::string_view text) {
  const std::size_t end = text.find_first_of(" |,");
  return text.substr(0, end == std::string_view::npos ? end : end + 1);
}

std::string_view without_space(std::string_view part) {
  if (part.ends_with(' ')) part.remove_suffix(1);
  return part;
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t indent, std::size_t used) {
  std::string lines;
  while (!text.empty()) {
    const std::string_view part = next_part(text);
    text.remove_prefix(part.size());
    if (used > indent && used + display_width(without_space(part)) > kPageWidth) {
      lines.erase(lines.find_last_not_of(' ') + 1);
      lines += '\n' + std::string(indent, ' ');
      used = indent;
    }
    lines += part;
    used += display_width(part);
  }
  return lines;
}

}  // namespace syncbench::app
