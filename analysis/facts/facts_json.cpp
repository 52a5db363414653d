#include "analysis/facts/facts_report.hpp"
#include "analysis/render/json_values.hpp"

namespace syncbench::analysis {
namespace {

Json text_or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json rows_json(const std::vector<FactRow>& rows) {
  Json all = Json::array();
  for (const FactRow& row : rows) {
    Json nodes = Json::array();
    for (const FactRow::OnNode& each : row.nodes)
      nodes.push_back({{"host", each.host}, {"begin", text_or_null(each.begin)}, {"end", text_or_null(each.end)}});
    all.push_back({{"name", row.name}, {"nodes", std::move(nodes)}});
  }
  return all;
}

Json file_json(const FactsReport& report) {
  Json unreadable = Json::array();
  for (const UnreadableFacts& each : report.unreadable)
    unreadable.push_back({{"reason", each.reason}, {"names", each.names}});
  return {{"file", report.file.string()},
          {"complete", report.complete},
          {"run_id", report.header.run_id},
          {"different", rows_json(report.different)},
          {"changed", rows_json(report.changed)},
          {"alike", rows_json(report.alike)},
          {"grown", rows_json(report.grown)},
          {"unmoved", rows_json(report.unmoved)},
          {"momentary", rows_json(report.momentary)},
          {"unreadable", std::move(unreadable)}};
}

}  // namespace

std::string facts_json(const std::vector<FactsReport>& reports) {
  Json document{{"format", "syncbench-analyze/1"}, {"command", "facts"}, {"files", Json::array()}};
  for (const FactsReport& report : reports) document["files"].push_back(file_json(report));
  return document.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
