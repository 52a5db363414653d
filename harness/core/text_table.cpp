#include "harness/core/text_table.hpp"

#include <algorithm>
#include <utility>

#include "harness/core/text.hpp"

namespace syncbench {
namespace {

constexpr std::size_t kGap = 2;

std::size_t header_width(const Column& column) {
  std::size_t width = column.min_width;
  for (const std::string& line : split(column.header, '\n')) width = std::max(width, display_width(line));
  return width;
}

std::string trimmed(std::string line) {
  line.erase(line.find_last_not_of(' ') + 1);
  return line + '\n';
}

// One line of a header whose lines are numbered from the bottom, 0 being the last.
Cells header_cells(std::span<const Column> columns, std::size_t from_bottom) {
  Cells cells;
  for (const Column& column : columns) {
    const auto lines = split(column.header, '\n');
    cells.push_back(from_bottom < lines.size() ? lines[lines.size() - 1 - from_bottom] : "");
  }
  return cells;
}

}  // namespace

std::size_t display_width(std::string_view text) noexcept {
  // Continuation bytes of UTF-8 are 10xxxxxx; every other byte begins a code point.
  return static_cast<std::size_t>(
      std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

std::string padded(std::string_view text, std::size_t width, Align align) {
  const std::size_t own = display_width(text);
  const std::string fill(width > own ? width - own : 0, ' ');
  return align == Align::left ? std::string(text) + fill : fill + std::string(text);
}

std::string header_lines(std::span<const Column> columns) {
  std::size_t height = 0;
  for (const Column& column : columns) height = std::max(height, split(column.header, '\n').size());
  std::string text;
  for (std::size_t line = height; line-- > 0;) text += row_line(columns, header_cells(columns, line));
  return text;
}

std::string row_line(std::span<const Column> columns, std::span<const std::string> cells) {
  std::string line;
  for (std::size_t i = 0; i < columns.size(); ++i) {
    if (i > 0) line.append(kGap, ' ');
    line += padded(i < cells.size() ? std::string_view(cells[i]) : "", header_width(columns[i]), columns[i].align);
  }
  return trimmed(std::move(line));
}

std::vector<Column> fitted(std::vector<Column> columns, std::span<const Cells> rows) {
  for (std::size_t i = 0; i < columns.size(); ++i) {
    columns[i].min_width = header_width(columns[i]);
    for (const Cells& row : rows) {
      if (i < row.size()) columns[i].min_width = std::max(columns[i].min_width, display_width(row[i]));
    }
  }
  return columns;
}

std::size_t table_width(std::span<const Column> columns) noexcept {
  std::size_t width = columns.empty() ? 0 : kGap * (columns.size() - 1);
  for (const Column& column : columns) width += column.min_width;
  return width;
}

std::string table_text(const std::vector<Column>& columns, std::span<const Cells> rows) {
  const std::vector<Column> wide = fitted(columns, rows);
  std::string text = header_lines(wide);
  for (const Cells& row : rows) text += row_line(wide, row);
  return text;
}

}  // namespace syncbench
