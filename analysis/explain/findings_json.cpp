#include <cmath>

#include "analysis/explain/findings_text.hpp"
#include "analysis/render/json_values.hpp"

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

Json json_of(const Unexplained& point) {
  Json json{{"id", point.id},
            {"n", point.n},
            {"median_ns", point.median},
            {"time_ns", point.time},
            {"beyond_median_share", point.beyond},
            {"unexplained_share", point.share},
            {"in_long_share", point.by_long},
            {"told", point.told},
            {"smallest_lateness",
             {{"every_iteration_ns", std::llround(point.smallest.always_ns)},
              {"rare_iterations", point.smallest.rare},
              {"rare_ns", point.smallest.rare > 0 ? Json(std::llround(point.smallest.rare_ns)) : Json(nullptr)}}},
            {"longest", nullptr}};
  if (point.longest.n == 0) return json;
  json["longest"] = {{"iterations", point.longest.n},
                     {"from_ns", point.from},
                     {"until_ns", point.until},
                     {"shortest_ns", point.shortest_ns},
                     {"longest_ns", point.longest_ns},
                     {"longest_at_ns", point.longest_at},
                     {"longest_iteration", point.longest_iteration},
                     {"arrived_last", point.longest.arrived},
                     {"left_last", point.longest.left},
                     {"inside", point.longest.inside},
                     {"off_processor", point.longest.has_evidence ? Json(point.longest.off) : Json(nullptr)}};
  return json;
}

Json json_of(const PointCondition& point) {
  return {{"id", point.id},
          {"unsteady", point.unsteady},
          {"regimes", point.regimes},
          {"stop_reason", point.stop},
          {"precision_missed", point.imprecise},
          {"iterations", point.iterations},
          {"warmup_iterations", point.warmup},
          {"late_iterations", point.late},
          {"left_out_iterations", point.corrupt}};
}

Json json_of(const NotMeasured& points) { return {{"reason", points.reason}, {"ids", points.ids}}; }

template <class Each>
Json list_of(const std::vector<Each>& values) {
  Json list = Json::array();
  for (const Each& each : values) list.push_back(json_of(each));
  return list;
}

Json json_of(const ExplainReport& report) {
  Json one{{"file", report.file.string()}, {"points", report.points}, {"summaries", report.summaries}};
  one["findings"] = list_of(report.findings);
  one["unexplained"] = list_of(report.unexplained);
  one["conditions"] = list_of(report.conditions);
  one["not_measured"] = list_of(report.not_measured);
  one["sentences"] = unexplained_sentences(report.unexplained);
  for (std::string& sentence : condition_sentences(report.conditions)) one["sentences"].push_back(std::move(sentence));
  return one;
}

}  // namespace

std::string findings_json(const std::vector<ExplainReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "explain"}, {"confidence", 0.95}, {"scope", "launch"}};
  json["files"] = Json::array();
  for (const ExplainReport& report : reports) {
    json["files"].push_back(json_of(report));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
