#include "analysis/summary/summary_text.hpp"

#include <algorithm>
#include <functional>

#include <fmt/format.h>

#include "analysis/points/conditions.hpp"
#include "analysis/points/heading.hpp"
#include "analysis/points/label_columns.hpp"
#include "analysis/points/notes.hpp"
#include "analysis/points/timer_text.hpp"
#include "analysis/render/paragraph.hpp"
#include "analysis/render/wide_table.hpp"
#include "analysis/run/attributes.hpp"
#include "harness/core/duration_text.hpp"
#include "harness/core/quantile_text.hpp"
#include "harness/core/shown_text.hpp"

namespace syncbench::analysis {
namespace {

using Points = std::vector<const PointReport*>;
using CellOf = std::function<std::string(const PointReport&)>;

const SubjectStatistics& all_ranks(const PointReport& point) { return point.statistics.subjects.front(); }

WideColumn column(const Points& points, std::string header, Align align, Role role, const CellOf& cell) {
  WideColumn result{{std::move(header), align, 0}, role, {}};
  for (const PointReport* point : points) result.cells.push_back(cell(*point));
  return result;
}

std::string marked(const PointReport& point, const QuantileEstimate& estimate) {
  return (estimate.refusal == Refusal::none ? mark_of(point) : "") + quantile_text(estimate);
}

// "2 of 100": how many iterations after the warm-up are of unknown time.
std::string late_starts(const PointReport& point) {
  const std::size_t late = point.statistics.late;
  return late == 0 ? "0" : fmt::format("{} of {}", late, point.statistics.iterations - point.statistics.warmup);
}

std::string verified(const PointReport& point) {
  if (point.statistics.corrupt > 0) return "WRONG";
  const auto flag = whole_attribute(point.header.attributes, "verified");
  if (flag) return *flag != 0 ? "yes" : "no";
  const std::string text = text_attribute(point.header.attributes, "verified");
  return text.empty() ? std::string(kAbsentText) : text;
}

std::string status(const PointReport& point) {
  if (point.statistics.corrupt > 0) return "failed";
  const std::string stop = text_attribute(point.header.attributes, "stop_reason");
  if (stop == "interrupted" || stop == "corrupt") return stop;
  if (!point.regimes.empty()) return fmt::format("{} levels", point.regimes.size());
  return is_unsteady(point) ? "unsteady" : "ok";
}

bool has_remarkable_timer(const PointReport* point) { return is_remarkable(point->statistics.timer); }

void add_quantiles(const Points& points, std::vector<WideColumn>& columns) {
  const std::vector<Quantile> quantiles = summary_quantiles();
  for (std::size_t i = 0; i < quantiles.size(); ++i) {
    columns.push_back(column(points, name_of(quantiles[i]) + "\nµs", Align::right, Role::always,
                             [i](const PointReport& p) { return marked(p, all_ranks(p).quantiles[i]); }));
    if (i > 0) continue;
    columns.push_back(column(points, "95 %\nfrom\nµs", Align::right, Role::detail, [](const PointReport& p) {
      return microseconds_text(all_ranks(p).quantiles.front().lower);
    }));
    columns.push_back(column(points, "95 %\nto\nµs", Align::right, Role::detail, [](const PointReport& p) {
      return microseconds_text(all_ranks(p).quantiles.front().upper);
    }));
  }
}

std::vector<WideColumn> columns_of(const Points& points) {
  std::vector<WideColumn> columns;
  columns.push_back(
      column(points, "point", Align::left, Role::always, [](const PointReport& p) { return p.header.id; }));
  for (WideColumn& label : label_columns(points)) columns.push_back(std::move(label));
  columns.push_back(column(points, "n", Align::right, Role::always,
                           [](const PointReport& p) { return std::to_string(all_ranks(p).n); }));
  add_quantiles(points, columns);
  columns.push_back(column(points, "max\nµs", Align::right, Role::always,
                           [](const PointReport& p) { return microseconds_text(all_ranks(p).longest); }));
  columns.push_back(column(points, "late\nstarts", Align::right, Role::verdict, late_starts));
  if (std::any_of(points.begin(), points.end(), has_remarkable_timer)) {
    columns.push_back(column(points, "timer", Align::left, Role::verdict,
                             [](const PointReport& p) { return timer_label(p.statistics.timer); }));
  }
  columns.push_back(column(points, "verified", Align::left, Role::verdict, verified));
  columns.push_back(column(points, "status", Align::left, Role::verdict, status));
  return columns;
}

std::string notes(const Points& points, bool limits_left_out) {
  Notes notes;
  std::vector<TimerView> timers;
  std::size_t late = 0, corrupt = 0;
  for (const PointReport* point : points) {
    notes.add_state(*point);
    notes.add(all_ranks(*point).quantiles);
    timers.push_back(point->statistics.timer);
    late += point->statistics.late;
    corrupt += point->statistics.corrupt;
  }
  std::string text = "n iterations after the warm-up; the time of one is that of its slowest rank\n";
  text += limits_left_out ? "95 % limits of p50 are left out for width: percentiles has them\n"
                          : "95 % from, to: limits of p50\n";
  text += notes.text() + timer_notes(timers);
  if (late > 0) {
    text += paragraph(
        "late starts are not in n: a rank got its start too late, and how long the operation took is unknown");
  }
  if (corrupt > 0) text += fmt::format("WRONG payload, iterations: {}; they are not in n either\n", corrupt);
  return text;
}

// How the points were measured, as far as neither the table nor its notes say it.
std::string conditions(const RunReport& run, const Points& points) {
  std::vector<PointCondition> all;
  for (const PointReport* point : points) {
    if (text_attribute(point->header.attributes, "backend") == "null") continue;
    all.push_back(condition_of(run.header, point->header, point->statistics.iterations));
    all.back().regimes = point->regimes.size();
    all.back().unsteady = false;
  }
  std::string text;
  for (const std::string& sentence : condition_sentences(all)) text += paragraph(sentence);
  return text;
}

// A table a suite.
std::string tables(const RunReport& run) {
  std::string text;
  Points all;
  bool details_left_out = false;
  for (const auto& [suite, points] : points_by_suite(run)) {
    Points measured;
    std::copy_if(points.begin(), points.end(), std::back_inserter(measured),
                 [](const PointReport* point) { return point->measured; });
    if (measured.empty()) continue;
    const WideTable wide = wide_table(columns_of(measured), kTableWidth);
    text += wide.text + "\n";
    details_left_out = details_left_out || wide.details_left_out;
    all.insert(all.end(), measured.begin(), measured.end());
  }
  return all.empty() ? "no point was measured\n" : text + notes(all, details_left_out) + conditions(run, all);
}

// Blocks that have something to say, an empty line between them.
std::string joined(const std::vector<std::string>& blocks) {
  std::string text;
  for (const std::string& block : blocks) {
    if (!block.empty()) text += (text.empty() ? "" : "\n") + block;
  }
  return text;
}

}  // namespace

std::vector<Quantile> summary_quantiles() { return {kP50, kP95, kP99, kP999}; }

std::string summary_text(const RunReport& run) {
  const std::string warnings = warnings_text(run);
  return joined({heading_text(run), warnings, tables(run), not_measured_text(run), warnings,
                 fmt::format("next: syncbench-analyze percentiles {}\n", shell_path(run.file.string()))});
}

}  // namespace syncbench::analysis
