#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace syncbench {

/// What a table shows where there is no value.
inline constexpr std::string_view kAbsentText = "–";

enum class Align { left, right };

/// A column of a table for people. A header may have several lines ("p99\nµs"); they stand at the header's bottom.
struct Column {
  std::string header;
  Align align = Align::right;
  std::size_t min_width = 0;  ///< in terminal cells
};

using Cells = std::vector<std::string>;

/// Terminal cells that UTF-8 text takes, counting one for each code point: right for what our tables contain (µ, –, ×),
/// not for East Asian or combining characters. Bytes that are not UTF-8 count as they come. Never fails.
std::size_t display_width(std::string_view text) noexcept;

/// Text filled with spaces to a width; longer text stays whole.
std::string padded(std::string_view text, std::size_t width, Align align);

/// For tables whose rows come one at a time: the header, one or more lines, in the columns' own widths. Lines of this
/// file's functions end in '\n', have two spaces between columns and no trailing spaces.
std::string header_lines(std::span<const Column> columns);

/// One row below such a header. A cell wider than its column pushes the rest of its line to the right; missing cells
/// are empty, and cells beyond the columns are left out.
std::string row_line(std::span<const Column> columns, std::span<const std::string> cells);

/// The columns, wide enough for their headers and for all rows.
std::vector<Column> fitted(std::vector<Column> columns, std::span<const Cells> rows);

/// Terminal cells that a line of these columns takes. Expects fitted columns.
std::size_t table_width(std::span<const Column> columns) noexcept;

/// A whole table: header and rows in fitted columns.
std::string table_text(const std::vector<Column>& columns, std::span<const Cells> rows);

}  // namespace syncbench
