#include "analysis/facts/facts_report.hpp"

#include <algorithm>
#include <map>
#include <set>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "harness/core/error.hpp"
#include "harness/core/text.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {
namespace {

using Rows = std::map<std::string, FactRow>;

bool is_wanted(const std::string& name, const std::vector<std::string>& names) {
  return names.empty() ||
         std::any_of(names.begin(), names.end(), [&](const std::string& each) { return name.starts_with(each); });
}

// All facts of one class, by name.
Rows rows_of(const std::vector<NodeFacts>& nodes, const std::string& kind, const std::vector<std::string>& names) {
  Rows rows;
  for (const NodeFacts& node : nodes) {
    std::set<std::string> known;
    for (const FactTexts* facts : {&node.begin, &node.end}) {
      const auto of_kind = facts->find(kind);
      if (of_kind == facts->end()) continue;
      for (const auto& [name, value] : of_kind->second) {
        if (is_wanted(name, names)) known.insert(name);
      }
    }
    for (const std::string& name : known) {
      FactRow& row = rows[name];
      row.name = name;
      row.nodes.push_back({.host = node.host,
                           .begin = fact(node.begin, kind, name).value_or(""),
                           .end = fact(node.end, kind, name).value_or("")});
    }
  }
  return rows;
}

bool changed(const FactRow& row) {
  return std::any_of(row.nodes.begin(), row.nodes.end(),
                     [](const FactRow::OnNode& each) { return !each.end.empty() && each.begin != each.end; });
}

bool alike(const FactRow& row, std::size_t nodes) {
  return row.nodes.size() == nodes && std::all_of(row.nodes.begin(), row.nodes.end(), [&](const FactRow::OnNode& each) {
           return each.begin == row.nodes.front().begin;
         });
}

void add_settings(Rows rows, std::size_t nodes, FactsReport& report) {
  for (auto& [name, row] : rows) {
    std::vector<FactRow>& list = changed(row) ? report.changed : alike(row, nodes) ? report.alike : report.different;
    list.push_back(std::move(row));
  }
}

}  // namespace

void sort_facts(const std::vector<NodeFacts>& nodes, const std::vector<std::string>& names, FactsReport& report) {
  for (const char* kind : {"identity", "config"}) add_settings(rows_of(nodes, kind, names), nodes.size(), report);
  for (auto& [name, row] : rows_of(nodes, "counter", names))
    (changed(row) ? report.grown : report.unmoved).push_back(std::move(row));
  for (auto& [name, row] : rows_of(nodes, "volatile", names)) report.momentary.push_back(std::move(row));
}

std::vector<UnreadableFacts> unreadable_facts(const std::string& json) {
  std::map<std::string, std::set<std::string>> by_reason;
  if (!json.empty()) {
    const auto facts = nlohmann::json::parse(json, nullptr, false);
    if (!facts.is_object()) throw Error(ExitCode::data, "facts that are no JSON object");
    for (const auto& of_kind : facts) {
      if (!of_kind.is_object()) continue;
      for (const auto& [name, value] : of_kind.items()) {
        if (value.is_object() && value.contains("unreadable") && value["unreadable"].is_string())
          by_reason[value["unreadable"].get<std::string>()].insert(name);
      }
    }
  }
  std::vector<UnreadableFacts> all;
  for (const auto& [reason, names] : by_reason) all.push_back({reason, {names.begin(), names.end()}});
  return all;
}

FactsReport facts_report(const std::filesystem::path& file, const std::vector<std::string>& names) {
  const results::RunReader reader(file);
  FactsReport report;
  report.file = file;
  report.header = reader.header();
  report.complete = reader.complete();
  report.exit_reason = reader.exit_reason();
  const std::vector<NodeFacts> nodes = facts_of_nodes(reader);
  report.chosen = !names.empty();
  sort_facts(nodes, names, report);
  const bool none = report.alike.empty() && report.different.empty() && report.changed.empty() &&
                    report.grown.empty() && report.unmoved.empty() && report.momentary.empty();
  if (!names.empty() && none)
    throw Error(ExitCode::usage,
                fmt::format("{} has no fact whose name begins with {}", file.string(), join(names, " or ")));
  if (names.empty()) report.unreadable = unreadable_facts(reader.facts(0, results::FactsMoment::begin));
  return report;
}

}  // namespace syncbench::analysis
