#include "analysis/run/run_report.hpp"

#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {
namespace {

PointReport point_report(const results::RunReader& reader, results::PointHeader point, const Request& request) {
  PointReport report;
  report.measured = text_attribute(point.attributes, "status") == "measured";
  if (report.measured) {
    const IterationMaxima maxima = maxima_of(reader, point.id);
    report.statistics =
        point_statistics(reader, point, maxima, request.subject, request.quantiles, request.subtract_overhead);
    report.regimes = regimes_of(time_course(reader, point, maxima));
  } else {
    report.reason = text_attribute(point.attributes, "reason");
  }
  report.header = std::move(point);
  return report;
}

RunReport run_report(const results::RunReader& reader, const Request& request) {
  RunReport report{reader.file(), reader.header(), reader.complete(), reader.exit_reason(), reader.log(), {}};
  for (const results::IndexRow& row : reader.index()) {
    results::PointHeader point = reader.point(row.id);
    if (request.selection.matches(point)) report.points.push_back(point_report(reader, std::move(point), request));
  }
  return report;
}

}  // namespace

std::vector<RunReport> run_reports(const Request& request) {
  std::vector<results::PointHeader> points;
  for (const std::string& file : request.files) {
    const results::RunReader reader(file);
    for (const results::IndexRow& row : reader.index()) points.push_back(reader.point(row.id));
  }
  request.selection.require_a_match(points);
  std::vector<RunReport> reports;
  for (const std::string& file : request.files) reports.push_back(run_report(results::RunReader(file), request));
  return reports;
}

}  // namespace syncbench::analysis
