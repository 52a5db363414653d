#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "harness/core/text_table.hpp"

namespace syncbench::analysis {

/// What may happen to a column to make a table narrow.
enum class Role {
  always,   ///< nothing
  verdict,  ///< stands above the table if it is the same in all rows
  label,    ///< the same, and above sections of rows if need be
  detail,   ///< is left out in the end
};

struct WideColumn {
  Column column;
  Role role = Role::always;
  std::vector<std::string> cells;  ///< one a row, as many in all columns
};

struct WideTable {
  std::string text;
  bool details_left_out = false;
};

/// A table of at most `width` terminal cells where that is possible. Labels and verdicts that do not change move into
/// one line above it; if it is still too wide, labels from the left become headings of sections of rows. Details are
/// left out where that is not enough, or sections would hardly have rows.
WideTable wide_table(std::vector<WideColumn> columns, std::size_t width);

}  // namespace syncbench::analysis
