#include <cmath>

#include "findings_text.hpp"
#include "json_values.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const std::optional<When>& when) {
  if (!when) return nullptr;
  return {{"first", when->first},
          {"last", when->last},
          {"begin_ns", std::llround(when->begin_ns)},
          {"end_ns", std::llround(when->end_ns)},
          {"episodes", when->episodes}};
}

Json json_of(const Finding& finding) {
  Json json;
  json["cause"] = name_of(finding.cause);
  json["weight"] = finding.weight == Weight::finding ? "finding" : "note";
  json["what"] = finding.what;
  json["cost_ns"] = json_or_null(finding.cost_ns);
  json["share"] = json_or_null(finding.share);
  json["size_ns"] = json_or_null(finding.size_ns);
  json["period"] = json_or_null(finding.period);
  json["every_ns"] = json_or_null(finding.every_ns);
  json["frequency"] = json_or_null(finding.frequency);
  json["when"] = json_of(finding.when);
  json["ranks"] = finding.ranks;
  json["hosts"] = finding.hosts;
  json["link"] = finding.link;
  json["phase"] = finding.phase;
  json["events"] = finding.events;
  json["of"] = finding.of;
  json["p"] = json_or_null(finding.p);
  json["evidence"] = finding.evidence;
  json["advice"] = finding.advice;
  return json;
}

}  // namespace

std::string findings_json(const std::vector<ExplainReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "explain"}, {"confidence", 0.95}};
  json["files"] = Json::array();
  for (const ExplainReport& report : reports) {
    Json one{{"file", report.file.string()},
             {"points", report.points},
             {"summaries", report.summaries},
             {"findings", Json::array()}};
    for (const Finding& finding : report.findings) one["findings"].push_back(json_of(finding));
    json["files"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
