#include "analysis/render/wide_table.hpp"

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "analysis/render/paragraph.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewestRows = 3;  // a section, on average; with fewer, details are given up first

using Columns = std::vector<WideColumn>;

bool goes_above(const WideColumn& column) {
  return (column.role == Role::label || column.role == Role::verdict) && !column.cells.empty() &&
         std::all_of(column.cells.begin(), column.cells.end(),
                     [&column](const std::string& cell) { return cell == column.cells.front(); });
}

std::size_t width_of(const Columns& columns) {
  std::size_t width = columns.empty() ? 0 : 2 * (columns.size() - 1);
  for (const WideColumn& column : columns) {
    std::vector<Cells> rows;
    for (const std::string& cell : column.cells) rows.push_back({cell});
    width += table_width(fitted({column.column}, rows));
  }
  return width;
}

// Moves the columns that `chosen` picks from one list to the end of the other.
template <class Chosen>
void move_columns(Columns& from, Columns& to, Chosen chosen) {
  const auto kept = std::stable_partition(from.begin(), from.end(), [&](const WideColumn& c) { return !chosen(c); });
  std::move(kept, from.end(), std::back_inserter(to));
  from.erase(kept, from.end());
}

// "suite smallpkt, backend mpi" of one row, without what does not apply to it.
std::string described(const Columns& labels, std::size_t row) {
  std::vector<std::string> parts;
  for (const WideColumn& label : labels) {
    if (label.cells[row] != kAbsentText) parts.push_back(label.column.header + " " + label.cells[row]);
  }
  return join(parts, ", ");
}

Columns take_sections(Columns& columns, std::size_t width) {
  Columns sections;
  while (width_of(columns) > width) {
    const auto label =
        std::find_if(columns.begin(), columns.end(), [](const auto& c) { return c.role == Role::label; });
    if (label == columns.end()) break;
    sections.push_back(std::move(*label));
    columns.erase(label);
  }
  return sections;
}

// Rows in the order in which their sections first appear, so that each section stands once.
std::vector<std::size_t> by_section(const Columns& sections, std::size_t rows) {
  std::map<std::string, std::size_t> first;
  std::vector<std::size_t> order(rows), place(rows);
  for (std::size_t row = 0; row < rows; ++row)
    place[row] = first.emplace(described(sections, row), first.size()).first->second;
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return place[a] < place[b]; });
  return order;
}

std::string body(const Columns& columns, const Columns& sections, std::size_t rows) {
  std::vector<Column> heads;
  std::vector<Cells> table(rows);
  for (const WideColumn& column : columns) {
    heads.push_back(column.column);
    for (std::size_t row = 0; row < rows; ++row) table[row].push_back(column.cells[row]);
  }
  heads = fitted(std::move(heads), table);
  std::string text;
  std::optional<std::string> section;
  for (const std::size_t row : by_section(sections, rows)) {
    if (const std::string own = described(sections, row); own != section) {
      text += (section ? "\n" : "") + (own.empty() ? "" : paragraph(own + ":")) + header_lines(heads);
      section = own;
    }
    text += row_line(heads, table[row]);
  }
  return text.empty() ? header_lines(heads) : text;
}

// How many different headings there would be.
std::size_t count_sections(const Columns& sections, std::size_t rows) {
  std::set<std::string> different;
  for (std::size_t row = 0; row < rows; ++row) different.insert(described(sections, row));
  return different.size();
}

}  // namespace

WideTable wide_table(std::vector<WideColumn> columns, std::size_t width) {
  const std::size_t rows = columns.empty() ? 0 : columns.front().cells.size();
  const auto is_detail = [](const WideColumn& column) { return column.role == Role::detail; };
  Columns constant, details;
  move_columns(columns, constant, goes_above);
  const Columns whole = columns;
  Columns sections = take_sections(columns, width);
  if (width_of(columns) > width || count_sections(sections, rows) * kFewestRows > std::max(rows, kFewestRows)) {
    columns = whole;
    move_columns(columns, details, is_detail);
    sections = take_sections(columns, width);
  }
  std::string text;
  if (!constant.empty()) text = paragraph("all points: " + described(constant, 0)) + "\n";
  return {text + body(columns, sections, rows), !details.empty()};
}

}  // namespace syncbench::analysis
