#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace syncbench::analysis {

/// Our texts fit the narrowest terminal that people use; only tables are allowed more.
inline constexpr std::size_t kTextWidth = 80;

/// Words of a text in lines of at most kTextWidth cells, each ending in '\n'; all lines but the first are indented. Any
/// white space separates words; a word that is too long for a line gets one of its own. Empty text gives nothing.
std::string paragraph(std::string_view text, std::size_t indent = 2);

}  // namespace syncbench::analysis
