#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace syncbench::app {

/// No line of a page for people is longer, in terminal cells.
inline constexpr std::size_t kPageWidth = 100;

/// Text in lines of at most kPageWidth, all but the first indented; broken at spaces and behind '|' and ','. No newline
/// at the end. `used`: cells of the first line that are taken already. A part that cannot be broken stays whole.
std::string wrapped(std::string_view text, std::size_t indent, std::size_t used = 0);

}  // namespace syncbench::app
