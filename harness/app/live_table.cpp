#include "live_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include <syncbench/core/duration_text.hpp>

namespace syncbench::app {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

const std::vector<Column>& columns() {
  static const std::vector<Column> all{{.header = "backend", .align = Align::left, .min_width = 7},
                                       {.header = "operation", .align = Align::left, .min_width = 9},
                                       {.header = "type", .align = Align::left, .min_width = 4},
                                       {.header = "size\nbytes", .min_width = 9},
                                       {.header = "pieces", .min_width = 6},
                                       {.header = "policy", .align = Align::left, .min_width = 9},
                                       {.header = "n", .min_width = 6},
                                       {.header = "p50\nµs", .min_width = 9},
                                       {.header = "p99\nµs", .min_width = 9},
                                       {.header = "max\nµs", .min_width = 9}};
  return all;
}

}  // namespace

void LiveTable::begin() {
  if (quiet_) return;
  fmt::print(out_, "\n{}", header_lines(columns()));
  std::fflush(out_);
}

void LiveTable::show_progress(const std::string& text) {
  if (quiet_) return;
  fmt::print(out_, "{}{}", kEraseLine, text);
  std::fflush(out_);
  progress_shown_ = true;
}

void LiveTable::hide_progress() {
  if (!progress_shown_) return;
  fmt::print(out_, "{}", kEraseLine);
  std::fflush(out_);
  progress_shown_ = false;
}

void LiveTable::add(const FinishedPoint& point) {
  if (quiet_) return;
  hide_progress();
  Cells cells{
      point.backend, point.operation,        point.type, std::to_string(point.bytes), std::to_string(point.pieces),
      point.policy,  std::to_string(point.n)};
  for (const QuantileEstimate& each : point.quantiles) {
    cells.push_back(microseconds_text(each.value));
    if (!each.carried() && point.note.empty()) needed_ = std::max(needed_, each.needed);
  }
  cells.push_back(microseconds_text(point.longest));
  std::string line = row_line(columns(), cells);
  if (!point.note.empty()) line.insert(line.size() - 1, "  " + point.note);
  fmt::print(out_, "{}", line);
  std::fflush(out_);
}

void LiveTable::end() {
  hide_progress();
  if (quiet_ || needed_ == 0) return;
  fmt::print(out_, "–: too few independent iterations for a 95 % interval; p99 needs {}\n", needed_);
}

}  // namespace syncbench::app
