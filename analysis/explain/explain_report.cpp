#include "analysis/explain/explain_report.hpp"

#include <algorithm>

#include "analysis/facts/network_findings.hpp"
#include "analysis/finding/analyser.hpp"
#include "analysis/lateness/lateness_findings.hpp"
#include "analysis/lateness/regime_findings.hpp"
#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"

namespace syncbench::analysis {
namespace {

void append(std::vector<Finding>& to, std::vector<Finding> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::size_t summaries_of(const results::RunReader& reader, const std::vector<results::PointHeader>& headers,
                         const Selection& selection) {
  return static_cast<std::size_t>(std::count_if(headers.begin(), headers.end(), [&](const auto& header) {
    return selection.matches(header) && text_attribute(header.attributes, "status") == "measured" &&
           reader.is_summary(header.id);
  }));
}

bool is_null(const results::PointHeader& header) { return text_attribute(header.attributes, "backend") == "null"; }

// What the file says of every selected point before any of them is taken apart.
void add_states(const results::RunReader& reader, const std::vector<results::PointHeader>& headers,
                const Selection& selection, ExplainReport& report) {
  for (const results::PointHeader& header : headers) {
    if (!selection.matches(header) || is_null(header)) continue;
    report.has_storms = report.has_storms || whole_attribute(header.attributes, "pieces").value_or(1) > 1;
    if (text_attribute(header.attributes, "status") == "measured") {
      report.conditions.push_back(condition_of(reader.header(), header, reader.shape(header.id).iterations));
      continue;
    }
    const std::string reason = text_attribute(header.attributes, "reason");
    const auto known = std::find_if(report.not_measured.begin(), report.not_measured.end(),
                                    [&](const NotMeasured& each) { return each.reason == reason; });
    if (known == report.not_measured.end())
      report.not_measured.push_back({reason, {header.id}});
    else
      known->ids.push_back(header.id);
  }
}

// Points that are told by their time course alone, since nobody can tell who was late in them.
bool has_course_alone(const results::RunReader& reader, const results::PointHeader& header) {
  return reader.is_summary(header.id) || text_attribute(header.attributes, "part") == "cycle" ||
         text_attribute(header.attributes, "suite") == "pairs";
}

// When such points change their level.
std::vector<Finding> course_findings(const results::RunReader& reader, const std::vector<results::PointHeader>& headers,
                                     const Selection& selection, ExplainReport& report) {
  std::vector<Finding> findings;
  for (const results::PointHeader& header : headers) {
    if (!selection.matches(header) || is_null(header) || text_attribute(header.attributes, "status") != "measured" ||
        !has_course_alone(reader, header))
      continue;
    const TimeCourse course = time_course(reader, header, maxima_of(reader, header.id));
    const std::vector<Regime> regimes = regimes_of(course);
    append(findings, regime_findings(header, course, regimes));
    for (PointCondition& condition : report.conditions) {
      if (condition.id == header.id) condition.regimes = regimes.size();
    }
  }
  return findings;
}

// What only the samples of a point know about its condition.
void add_samples(const Decomposition& point, std::size_t regimes, ExplainReport& report) {
  const auto found = std::find_if(report.conditions.begin(), report.conditions.end(),
                                  [&](const PointCondition& each) { return each.id == point.times.header.id; });
  if (found == report.conditions.end()) return;
  found->regimes = regimes;
  const auto uses = [&](IterationUse use) {
    return static_cast<std::size_t>(std::count(point.times.use.begin(), point.times.use.end(), use));
  };
  found->late = uses(IterationUse::late);
  found->corrupt = uses(IterationUse::left_out) - std::min(uses(IterationUse::left_out), found->warmup);
}

// All that one point's samples say.
std::vector<Finding> study(const Decomposition& point, ExplainReport& report) {
  std::vector<Finding> findings = lateness_findings(point);
  const std::vector<Regime> regimes = regimes_of(time_course(point));
  std::vector<Finding> changes = regime_findings(point, regimes);
  drop_told_as_regime(findings, changes);
  append(findings, std::move(changes));
  report.ranks = std::max(report.ranks, point.ranks());
  if (!is_null(point.times.header)) {
    add_samples(point, regimes.size(), report);
    report.unexplained.push_back(unexplained_of(point, findings));
  }
  return findings;
}

void add(Judgement judgement, ExplainReport& report) {
  append(report.findings, std::move(judgement.findings));
  report.remarks.insert(report.remarks.end(), judgement.remarks.begin(), judgement.remarks.end());
  report.points += judgement.points;
  report.pair_points += judgement.points;
}

}  // namespace

ExplainReport explain_report(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> headers;
  for (const results::IndexRow& row : reader.index()) headers.push_back(reader.point(row.id));
  selection.require_a_match(headers);
  ExplainReport report;
  report.file = file;
  report.summaries = summaries_of(reader, headers, selection);
  add_states(reader, headers, selection, report);
  std::vector<Finding> lateness, network;
  for_each_decomposition(
      reader,
      [&](const results::PointHeader& header) {
        // A cycle is more than its operation, by whose meaning ranks wait for each other.
        return selection.matches(header) && text_attribute(header.attributes, "part") != "cycle";
      },
      [&](const Decomposition& point) {
        ++report.points;
        append(lateness, study(point, report));
        append(network, slow_link_findings(point));
      });
  append(lateness, course_findings(reader, headers, selection, report));
  report.findings = merged(std::move(lateness));
  append(report.findings, merged(std::move(network)));
  for (const Analyser* each : Analyser::all())
    add(each->judge({.file = file, .reader = reader, .selection = selection}), report);
  sort_by_cost(report.findings);
  return report;
}

}  // namespace syncbench::analysis
