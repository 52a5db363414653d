#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench {

/// A whole number in decimal digits with an optional sign, and nothing else; nothing if it is not one or overflows.
std::optional<std::int64_t> parse_whole(std::string_view text) noexcept;

/// A finite decimal number, and nothing else.
std::optional<double> parse_number(std::string_view text) noexcept;

/// "4096", "4K", "64KiB", "1M", "2G": plain numbers are bytes, suffixes are binary and may be followed by "B" or "iB".
std::optional<Bytes> parse_bytes(std::string_view text) noexcept;

/// The shortest exact form with a binary suffix: 4096 → "4K", 1000 → "1000".
std::string bytes_text(Bytes bytes);

/// The parts between separators; an empty text has none, "a,,b" has three.
std::vector<std::string> split(std::string_view text, char separator);

/// Parts with a separator between them.
std::string join(const std::vector<std::string>& parts, std::string_view separator);

/// The candidate that takes the fewest edits (insert, delete, replace, swap of neighbours) to become `text`; nothing
/// when even that one is too far away to be what was meant.
std::optional<std::string> nearest(std::string_view text, const std::vector<std::string>& candidates);

}  // namespace syncbench
