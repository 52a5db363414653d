#include "explain_report.hpp"

#include "attributes.hpp"
#include "fact_findings.hpp"
#include "lateness_findings.hpp"
#include "log_findings.hpp"
#include "network_findings.hpp"
#include "storm_findings.hpp"

namespace syncbench::analysis {
namespace {

void append(std::vector<Finding>& to, std::vector<Finding> more) {
  to.insert(to.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace

ExplainReport explain_report(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> headers;
  for (const results::IndexRow& row : reader.index()) headers.push_back(reader.point(row.id));
  selection.require_a_match(headers);
  ExplainReport report{file, 0, {}};
  std::vector<Finding> lateness, network;
  for_each_decomposition(
      reader, [&](const results::PointHeader& header) { return selection.matches(header); },
      [&](const Decomposition& point) {
        ++report.points;
        append(lateness, lateness_findings(point));
        append(network, slow_link_findings(point));
      });
  report.findings = merged(std::move(lateness));
  append(report.findings, merged(std::move(network)));
  append(report.findings, storm_findings(file, selection));
  const std::vector<NodeFacts> nodes = facts_of_nodes(reader);
  append(report.findings, fact_findings(nodes));
  append(report.findings, network_findings(nodes));
  append(report.findings, log_findings(reader));
  sort_by_cost(report.findings);
  return report;
}

}  // namespace syncbench::analysis
