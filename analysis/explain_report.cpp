#include "explain_report.hpp"

#include <algorithm>

#include "attributes.hpp"
#include "fact_findings.hpp"
#include "init_findings.hpp"
#include "interface_findings.hpp"
#include "lateness_findings.hpp"
#include "log_findings.hpp"
#include "network_findings.hpp"
#include "noise_findings.hpp"
#include "numa_findings.hpp"
#include "pairs_findings.hpp"
#include "pairs_report.hpp"
#include "pairs_sentences.hpp"
#include "regime_findings.hpp"
#include "storm_findings.hpp"
#include "strided_findings.hpp"

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

}  // namespace

ExplainReport explain_report(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> headers;
  for (const results::IndexRow& row : reader.index()) headers.push_back(reader.point(row.id));
  selection.require_a_match(headers);
  ExplainReport report;
  report.file = file;
  report.summaries = summaries_of(reader, headers, selection);
  std::vector<Finding> lateness, network;
  for_each_decomposition(
      reader,
      [&](const results::PointHeader& header) {
        // A cycle is more than its operation, by whose meaning ranks wait for each other.
        return selection.matches(header) && text_attribute(header.attributes, "part") != "cycle";
      },
      [&](const Decomposition& point) {
        ++report.points;
        append(lateness, lateness_findings(point));
        append(lateness, regime_findings(point, regimes_of(time_course(point))));
        append(network, slow_link_findings(point));
      });
  report.findings = merged(std::move(lateness));
  append(report.findings, merged(std::move(network)));
  append(report.findings, storm_findings(file, selection));
  append(report.findings, strided_findings(file, selection));
  append(report.findings, noise_findings(file, selection));
  append(report.findings, numa_findings(file, selection));
  append(report.findings, init_findings(file, selection));
  if (const auto pairs = pairs_report_if_any(file, selection)) {
    report.pair_points = pairs->measured.measured_points;
    report.points += report.pair_points;
    report.remarks = pairs_remarks(*pairs);
    append(report.findings, pairs_findings(*pairs));
  }
  const std::vector<NodeFacts> nodes = facts_of_nodes(reader);
  append(report.findings, fact_findings(nodes));
  append(report.findings, network_findings(nodes));
  append(report.findings, interface_findings(nodes));
  append(report.findings, log_findings(reader));
  sort_by_cost(report.findings);
  return report;
}

}  // namespace syncbench::analysis
