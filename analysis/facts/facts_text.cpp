#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "analysis/facts/facts_report.hpp"
#include "analysis/render/amounts.hpp"
#include "analysis/render/paragraph.hpp"
#include "harness/core/text.hpp"
#include "harness/core/text_table.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kMostHosts = 4;

std::string value_of(const FactRow::OnNode& node) {
  const std::string& value = node.begin.empty() ? node.end : node.begin;
  return value.empty() ? "\"\"" : value;
}

// "3.94 → 5.10"
std::string course_of(const FactRow::OnNode& node) {
  if (node.end.empty() || node.begin == node.end) return value_of(node);
  return (node.begin.empty() ? std::string(kAbsentText) : node.begin) + " → " + node.end;
}

// "+1,204"; the two values where they are no whole numbers.
std::string growth_of(const FactRow::OnNode& node) {
  const auto begin = parse_whole(node.begin), end = parse_whole(node.end);
  if (!begin || !end || *end < *begin) return course_of(node);
  return "+" + count_text(static_cast<std::size_t>(*end - *begin));
}

// The value alone where there is one, else each with the hosts that have it: "9000 on n1, n2; 1500 on n3".
template <class Text>
std::string on_hosts(const FactRow& row, std::size_t nodes, Text text_of) {
  std::map<std::string, std::vector<std::string>> hosts;
  for (const FactRow::OnNode& each : row.nodes) hosts[text_of(each)].push_back(each.host);
  if (hosts.size() == 1 && row.nodes.size() == nodes) return hosts.begin()->first;
  std::vector<std::string> parts;
  for (const auto& [text, at] : hosts) {
    const std::string where = at.size() <= kMostHosts ? join(at, ", ") : fmt::format("{} nodes", at.size());
    parts.push_back(fmt::format("{} on {}", text, where));
  }
  return join(parts, "; ");
}

template <class Text>
std::string section(const std::string& title, const std::vector<FactRow>& rows, std::size_t nodes, Text text_of) {
  if (rows.empty()) return "";
  std::vector<Cells> cells;
  for (const FactRow& row : rows) cells.push_back({"  " + row.name, on_hosts(row, nodes, text_of)});
  const std::vector<Column> columns = fitted({{"", Align::left}, {"", Align::left}}, cells);
  std::string text = "\n" + title + "\n";
  for (const Cells& row : cells) text += row_line(columns, row);
  return text;
}

std::string ranks_of(const results::RunHeader& header, std::int64_t node) {
  std::vector<std::string> ranks;
  for (const results::RankRow& each : header.rank_rows) {
    if (each.node == node) ranks.push_back(std::to_string(each.rank));
  }
  if (ranks.size() <= kMostHosts) return join(ranks, ", ");
  return fmt::format("{} … {} ({})", ranks.front(), ranks.back(), ranks.size());
}

std::string heading_of(const FactsReport& report) {
  const results::RunHeader& run = report.header;
  std::string text = report.file.string() + "\n";
  text += paragraph(fmt::format("run {}, created {} by {} {} ({}), launcher {}, backends {}, thread level of MPI {}",
                                run.run_id, run.created, run.software, run.version, run.git, run.launcher, run.backends,
                                run.mpi_threads.empty() ? "not known" : run.mpi_threads));
  text += paragraph(report.complete ? "complete, ended by: " + report.exit_reason : "not complete");
  for (const results::NodeRow& node : run.node_rows)
    text += paragraph(fmt::format("node {} {}: ranks {}", node.node, node.hostname, ranks_of(run, node.node)));
  return text;
}

std::string number_of_unmoved(const std::vector<FactRow>& rows) {
  if (rows.empty()) return "";
  return "\n" + paragraph(fmt::format("{} more {} not grow on any node", rows.size(),
                                      rows.size() == 1 ? "counter did" : "counters did"),
                          0);
}

std::string unreadable_text(const std::vector<UnreadableFacts>& unreadable) {
  if (unreadable.empty()) return "";
  std::string text = "\nnot readable on node 0\n";
  for (const UnreadableFacts& each : unreadable)
    text += "  " + paragraph(fmt::format("{}: {}", each.reason, join(each.names, ", ")), 4);
  return text;
}

}  // namespace

std::string facts_text(const FactsReport& report) {
  const std::size_t nodes = report.header.node_rows.size();
  std::string text = heading_of(report);
  text += section("differs between nodes", report.different, nodes, value_of);
  text += section("changed during the run", report.changed, nodes, course_of);
  text += section(nodes > 1 ? "alike on all nodes" : "hardware, software and settings", report.alike, nodes, value_of);
  text += section("counters that grew during the run", report.grown, nodes, growth_of);
  text += report.chosen ? section("counters that did not grow", report.unmoved, nodes, value_of)
                        : number_of_unmoved(report.unmoved);
  text += section("momentary values, begin → end", report.momentary, nodes, course_of);
  return text + unreadable_text(report.unreadable);
}

}  // namespace syncbench::analysis
