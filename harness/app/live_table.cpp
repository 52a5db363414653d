#include "harness/app/live_table.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "harness/core/duration_text.hpp"
#include "harness/core/quantile_text.hpp"

namespace syncbench::app {
namespace {

constexpr const char* kEraseLine = "\r\x1b[K";

std::vector<Column> columns(bool with_pieces) {
  std::vector<Column> all{{.header = "backend", .align = Align::left, .min_width = 7},
                          {.header = "operation", .align = Align::left, .min_width = 9},
                          {.header = "type", .align = Align::left, .min_width = 4},
                          {.header = "size\nbytes", .min_width = 7},
                          {.header = "policy", .align = Align::left, .min_width = 9}};
  if (with_pieces) all.insert(all.end() - 1, {.header = "pieces", .min_width = 6});
  return all;
}

std::vector<Column> with_numbers(std::vector<Column> labels) {
  labels.push_back({.header = "n", .min_width = 6});
  for (const char* each : {"p50\nµs", "p99\nµs", "max\nµs"}) labels.push_back({.header = each, .min_width = 9});
  return labels;
}

Cells labels_of(const FinishedPoint& point, bool with_pieces) {
  Cells cells{point.backend, point.operation, point.type, std::to_string(point.bytes)};
  if (with_pieces) cells.push_back(std::to_string(point.pieces));
  cells.push_back(point.policy);
  return cells;
}

}  // namespace

void LiveTable::begin(std::span<const FinishedPoint> expected) {
  if (quiet_) return;
  hide_progress();
  has_pieces_ =
      std::any_of(expected.begin(), expected.end(), [](const FinishedPoint& each) { return each.pieces > 1; });
  std::vector<Cells> labels;
  for (const FinishedPoint& each : expected) labels.push_back(labels_of(each, has_pieces_));
  columns_ = with_numbers(fitted(columns(has_pieces_), labels));
  fmt::print(out_, "\n{}", header_lines(columns_));
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
  Cells cells = labels_of(point, has_pieces_);
  cells.push_back(std::to_string(point.n));
  for (const QuantileEstimate& each : point.quantiles) {
    cells.push_back(quantile_text(each));
    if (each.refusal != Refusal::none && point.note.empty()) {
      refused_ = true;
      needed_ = std::max(needed_, each.needed);
    }
    limits_ = limits_ || each.refusal == Refusal::none;
    brackets_ = brackets_ || each.bracketed();
    described_ = described_ || each.describes();
  }
  cells.push_back(microseconds_text(point.longest));
  std::string line = row_line(columns_, cells);
  if (!point.note.empty()) line.insert(line.size() - 1, "  " + point.note);
  fmt::print(out_, "{}", line);
  std::fflush(out_);
}

void LiveTable::end() {
  hide_progress();
  if (quiet_) return;
  const std::string needed = needed_ == 0 ? "" : fmt::format("; p99 needs {}", needed_);
  if (refused_) fmt::print(out_, "–: the iterations carry no 95 % interval{}\n", needed);
  if (described_) fmt::print(out_, "~: the median of the measured iterations; it has no valid 95 % interval\n");
  if (brackets_) fmt::print(out_, "a–b: between these, because ranks started late (syncbench-analyze summary)\n");
  if (limits_) fmt::print(out_, "quantiles are those of this launch: another may lie elsewhere\n");
}

}  // namespace syncbench::app
