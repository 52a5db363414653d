#include "analysis/summary/percentiles_text.hpp"

#include <functional>

#include <fmt/format.h>

#include "analysis/points/heading.hpp"
#include "analysis/points/label_columns.hpp"
#include "analysis/points/notes.hpp"
#include "analysis/points/timer_text.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/duration_text.hpp"
#include "harness/core/quantile_text.hpp"
#include "harness/core/shown_text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

using CellOf = std::function<std::string(const QuantileEstimate&)>;

// Without its domain, which is the same for all.
std::string host_of(const RunReport& run, NodeIndex node) {
  for (const results::NodeRow& row : run.header.node_rows) {
    if (row.node == node.value) return row.hostname.substr(0, row.hostname.find('.'));
  }
  return fmt::format("node {}", node.value);
}

std::string name_of_subject(const RunReport& run, const PointReport& point, const SubjectStatistics& subject) {
  if (subject.rank) return fmt::format("rank {} on {}", subject.rank->value, host_of(run, *subject.node));
  if (subject.node) return fmt::format("node {} ({})", subject.node->value, host_of(run, *subject.node));
  return point.statistics.ranks == 1 ? "the one rank" : fmt::format("slowest of {} ranks", point.statistics.ranks);
}

Cells line(std::string label, std::string n, const SubjectStatistics& subject, const CellOf& cell,
           std::string longest) {
  Cells cells{std::move(label), std::move(n)};
  for (const QuantileEstimate& estimate : subject.quantiles) cells.push_back(cell(estimate));
  cells.push_back(std::move(longest));
  return cells;
}

std::vector<Cells> lines_of(const RunReport& run, const PointReport& point, const SubjectStatistics& subject) {
  const auto value = [mark = mark_of(point)](const QuantileEstimate& e) {
    return (e.refusal == Refusal::none ? mark : "") + quantile_text(e);
  };
  const auto lower = [](const QuantileEstimate& e) { return microseconds_text(e.lower); };
  const auto upper = [](const QuantileEstimate& e) { return microseconds_text(e.upper); };
  const auto effective = [](const QuantileEstimate& e) {
    return e.effective.resolved ? std::to_string(e.effective.count) : std::string(kAbsentText);
  };
  return {line(name_of_subject(run, point, subject), std::to_string(subject.n), subject, value,
               microseconds_text(subject.longest)),
          line("  95 % from", "", subject, lower, ""), line("       to", "", subject, upper, ""),
          line("  effective n", "", subject, effective, "")};
}

std::vector<Column> columns() {
  std::vector<Column> all{{"", Align::left}, {"n"}};
  for (const Quantile quantile : percentiles_quantiles()) all.push_back({name_of(quantile) + "\nµs", Align::right, 7});
  all.push_back({"max\nµs", Align::right, 7});
  return all;
}

std::string point_text(const RunReport& run, const PointReport& point, const std::string& label) {
  const PointStatistics& statistics = point.statistics;
  std::vector<Cells> rows;
  for (const SubjectStatistics& subject : statistics.subjects) {
    for (Cells& cells : lines_of(run, point, subject)) rows.push_back(std::move(cells));
  }
  return paragraph(fmt::format("{} {}", point.header.id, label)) +
         paragraph(fmt::format("  {} of {} iterations count: {} warm-up, {} late starts, {} corrupt",
                               statistics.eligible, statistics.iterations, statistics.warmup, statistics.late,
                               statistics.corrupt)) +
         (point.regimes.empty() ? "" : "  " + paragraph("changes: " + regimes_text(point.regimes), 4)) +
         (is_remarkable(statistics.timer) ? paragraph("timer " + timer_label(statistics.timer)) : "") +
         table_text(columns(), rows);
}

std::string points_text(const RunReport& run) {
  std::string text;
  for (const auto& [suite, points] : points_by_suite(run)) {
    const std::vector<WideColumn> labels = label_columns(points);
    for (std::size_t row = 0; row < points.size(); ++row) {
      if (points[row]->measured) text += "\n" + point_text(run, *points[row], label_of(labels, row));
    }
  }
  return text;
}

std::string notes_text(const RunReport& run) {
  Notes notes;
  std::vector<TimerView> timers;
  bool several_ranks = false;
  for (const PointReport& point : run.points) {
    if (point.measured) timers.push_back(point.statistics.timer);
    if (point.measured) notes.add_state(point);
    several_ranks = several_ranks || point.statistics.ranks > 1;
    for (const SubjectStatistics& subject : point.statistics.subjects) notes.add(subject.quantiles);
  }
  std::string text = notes.text() + timer_notes(timers);
  if (several_ranks) {
    text += "the longest time is the victim's, not the culprit's: who comes late waits least\n";
  }
  return text;
}

std::string hint(const RunReport& run, Subject subject) {
  const std::string file = shell_path(run.file.string());
  switch (subject) {
    case Subject::point:
      return fmt::format("next: syncbench-analyze percentiles {} --by rank\n", file);
    case Subject::rank:
      return fmt::format("next: syncbench-analyze percentiles {} --by node\n", file);
    case Subject::node:
      break;
  }
  return fmt::format("next: syncbench-analyze summary {}\n", file);
}

std::string block(const std::string& text) { return text.empty() ? "" : "\n" + text; }

}  // namespace

std::vector<Quantile> percentiles_quantiles() { return {kP50, kP90, kP95, kP99, kP999}; }

std::string percentiles_text(const RunReport& run, Subject subject) {
  const std::string warnings = block(warnings_text(run));
  return heading_text(run) + warnings + points_text(run) + block(notes_text(run)) + block(not_measured_text(run)) +
         warnings + "\n" + hint(run, subject);
}

}  // namespace syncbench::analysis
