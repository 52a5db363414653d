#include "analysis/launches/launch_points_text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include <fmt/format.h>

#include "analysis/points/label_columns.hpp"
#include "analysis/render/paragraph.hpp"
#include "analysis/render/wide_table.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/summary/summary_text.hpp"
#include "harness/core/duration_text.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

using Points = std::vector<const LaunchPoint*>;

// A quantile that several launches have: one row of the table.
struct Row {
  const LaunchPoint* point;
  std::size_t place;  // of the point in its suite
  const LaunchQuantile* quantile;
};

std::vector<std::pair<std::string, Points>> by_suite(const LaunchesReport& report) {
  std::vector<std::pair<std::string, Points>> suites;
  for (const LaunchPoint& point : report.points) {
    const std::string suite = text_attribute(point.first.header.attributes, "suite");
    if (suites.empty() || suites.back().first != suite) suites.emplace_back(suite, Points{});
    suites.back().second.push_back(&point);
  }
  return suites;
}

std::vector<Row> rows_of(const Points& points) {
  std::vector<Row> rows;
  for (std::size_t place = 0; place < points.size(); ++place) {
    for (const LaunchQuantile& quantile : points[place]->quantiles) {
      if (quantile.spread) rows.push_back({points[place], place, &quantile});
    }
  }
  return rows;
}

std::vector<WideColumn> labels_of(const Points& points) {
  std::vector<const PointReport*> firsts;
  for (const LaunchPoint* each : points) firsts.push_back(&each->first);
  return label_columns(firsts);
}

template <class CellOf>
WideColumn column(const std::vector<Row>& rows, std::string header, Role role, CellOf cell) {
  WideColumn result{{std::move(header), Align::right, 0}, role, {}};
  for (const Row& row : rows) result.cells.push_back(cell(*row.quantile));
  return result;
}

std::string micros(double ns) { return microseconds_text(Nanos{std::llround(ns)}); }

std::string percent(double share) { return fmt::format("{:.1f}", 100 * share); }

std::int64_t least_of(const LaunchQuantile& quantile) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const std::int64_t each : quantile.ns) least = each == kAbsent ? least : std::min(least, each);
  return least;
}

void add_numbers(const std::vector<Row>& rows, std::vector<WideColumn>& columns) {
  using Q = LaunchQuantile;
  const auto limit = [](const Q& q, double LaunchLimits::*side) {
    return q.spread->interval ? micros(q.spread->interval.value().*side) : std::string(kAbsentText);
  };
  columns.push_back(column(rows, "quan-\ntile", Role::always, [](const Q& q) { return name_of(q.quantile); }));
  columns.push_back(
      column(rows, "launches", Role::verdict, [](const Q& q) { return std::to_string(q.spread->launches); }));
  columns.push_back(column(rows, "median\nµs", Role::always, [](const Q& q) { return micros(q.spread->median); }));
  columns.push_back(column(rows, "95 % over\nlaunches\nfrom", Role::always,
                           [&](const Q& q) { return limit(q, &LaunchLimits::lower); }));
  columns.push_back(column(rows, "to", Role::always, [&](const Q& q) { return limit(q, &LaunchLimits::upper); }));
  columns.push_back(
      column(rows, "least\nµs", Role::detail, [](const Q& q) { return microseconds_text(Nanos{least_of(q)}); }));
  columns.push_back(column(rows, "most\nµs", Role::detail, [](const Q& q) {
    return microseconds_text(Nanos{*std::max_element(q.ns.begin(), q.ns.end())});
  }));
  columns.push_back(column(rows, "between\nCV %", Role::always, [](const Q& q) { return percent(q.spread->cv); }));
  columns.push_back(column(rows, "within\n± %", Role::always, [](const Q& q) {
    const auto half = half_width_within(q);
    return half ? percent(*half) : std::string(kAbsentText);
  }));
}

std::string table_of(const Points& points, bool& details_left_out) {
  const std::vector<Row> rows = rows_of(points);
  if (rows.empty()) return "";
  std::vector<WideColumn> columns(1, {{"point", Align::left, 0}, Role::always, {}});
  for (const Row& row : rows) columns.front().cells.push_back(row.point->first.header.id);
  for (const WideColumn& label : labels_of(points)) {
    columns.push_back({label.column, label.role, {}});
    for (const Row& row : rows) columns.back().cells.push_back(label.cells[row.place]);
  }
  add_numbers(rows, columns);
  const WideTable wide = wide_table(std::move(columns), kTableWidth);
  details_left_out = details_left_out || wide.details_left_out;
  return "\n" + wide.text;
}

// "p0003 (…): unsteady in launch 2, 5 of 14"
std::string absences_of(const LaunchPoint& point, const std::string& label, std::size_t launches) {
  std::map<std::string, std::vector<std::string>> by_reason;
  for (const LaunchAbsence& each : point.absent) by_reason[each.reason].push_back(std::to_string(each.launch + 1));
  std::string text;
  for (const auto& [reason, numbers] : by_reason) {
    const std::string where = numbers.size() == launches ? "all launches" : "launch " + join(numbers, ", ");
    text += paragraph(fmt::format("  {} ({}): {} in {}", point.first.header.id, label, reason, where), 4);
  }
  return text;
}

std::string absences(const Points& points, std::size_t launches) {
  const std::vector<WideColumn> labels = labels_of(points);
  std::string text;
  for (std::size_t place = 0; place < points.size(); ++place)
    text += absences_of(*points[place], label_of(labels, place), launches);
  return text;
}

}  // namespace

std::string launch_points_text(const LaunchesReport& report) {
  std::string tables, left_out;
  bool details_left_out = false;
  for (const auto& [suite, points] : by_suite(report)) {
    tables += table_of(points, details_left_out);
    left_out += absences(points, report.files.size());
  }
  std::string text = tables;
  if (!tables.empty()) {
    text += "\n" + paragraph(
                       "scope of the limits: over launches (of the median, whatever their distribution; – below 6 "
                       "launches); median: of what each launch has; between: from launch to launch; within: half the "
                       "limits that a launch gives for itself, the launch in the middle");
    if (details_left_out) text += "least and most are left out for width: --json has every launch\n";
  }
  if (!left_out.empty()) text += "\npoints in which a launch has no part:\n" + left_out;
  return text;
}

}  // namespace syncbench::analysis
