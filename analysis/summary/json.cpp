#include "analysis/summary/json.hpp"

#include "analysis/points/regimes_json.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::string_view kFormat = "syncbench-analyze/1";

Json document(std::string_view command) {
  Json json;
  json["format"] = kFormat;
  json["command"] = command;
  return json;
}

std::string text_of(const Json& json) { return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n"; }

Json nanos(Nanos time) { return time.count() == kAbsent ? Json(nullptr) : Json(time.count()); }

Json json_of(const QuantileEstimate& estimate) {
  Json json;
  json["quantile"] = name_of(estimate.quantile);
  json["level"] = estimate.quantile.probability();
  json["value_ns"] = nanos(estimate.value);
  json["bracket_ns"] = estimate.bracketed() ? Json{estimate.fastest.count(), estimate.slowest.count()} : Json(nullptr);
  json["lower_ns"] = nanos(estimate.lower);
  json["upper_ns"] = nanos(estimate.upper);
  json["effective_n"] = estimate.effective.resolved ? Json(estimate.effective.count) : Json(nullptr);
  json["needed_n"] = estimate.needed > 0 ? Json(estimate.needed) : Json(nullptr);
  json["described_ns"] = estimate.describes() ? Json(estimate.described.count()) : Json(nullptr);
  json["refused"] = estimate.refusal == Refusal::none ? Json(nullptr) : Json(name_of(estimate.refusal));
  return json;
}

Json json_of(const SubjectStatistics& subject) {
  Json json;
  if (subject.rank) json["rank"] = subject.rank->value;
  if (subject.node) json["node"] = subject.node->value;
  json["n"] = subject.n;
  json["quantiles"] = Json::array();
  for (const QuantileEstimate& estimate : subject.quantiles) json["quantiles"].push_back(json_of(estimate));
  json["max_ns"] = nanos(subject.longest);
  return json;
}

Json json_of(const TimerView& timer) {
  Json json;
  json["overhead_ns"] = timer.floor.overhead.count();
  json["resolution_ns"] = timer.floor.resolution.count();
  json["quality"] = name_of(timer.quality);
  json["operations_per_sample"] = timer.operations;
  json["subtracted_ns"] = timer.subtracted.count();
  return json;
}

Json json_of(const results::Attributes& attributes) {
  Json json = Json::object();
  for (const auto& [key, value] : attributes) {
    std::visit([&json, &name = key](const auto& plain) { json[name] = plain; }, value);
  }
  return json;
}

Json json_of(const PointReport& point) {
  Json json;
  json["id"] = point.header.id;
  json["measured"] = point.measured;
  json["reason"] = point.measured ? Json(nullptr) : Json(point.reason);
  json["attributes"] = json_of(point.header.attributes);
  if (!point.measured) return json;
  json["ranks"] = point.statistics.ranks;
  json["iterations"] = point.statistics.iterations;
  json["warmup_iterations"] = point.statistics.warmup;
  json["eligible_iterations"] = point.statistics.eligible;
  json["late_iterations"] = point.statistics.late;
  json["corrupt_iterations"] = point.statistics.corrupt;
  json["regimes"] = regimes_json(point.regimes);
  json["timer"] = json_of(point.statistics.timer);
  json["subjects"] = Json::array();
  for (const SubjectStatistics& subject : point.statistics.subjects) json["subjects"].push_back(json_of(subject));
  return json;
}

Json json_of(const results::RunHeader& header) {
  Json json;
  json["run_id"] = header.run_id;
  json["created"] = header.created;
  json["software"] = header.software;
  json["version"] = header.version;
  json["git"] = header.git;
  json["launcher"] = header.launcher;
  json["backends"] = header.backends;
  json["emulated"] = header.emulated;
  json["ranks"] = header.ranks;
  json["nodes"] = Json::array();
  for (const results::NodeRow& node : header.node_rows) {
    json["nodes"].push_back(Json{{"node", node.node}, {"hostname", node.hostname}});
  }
  return json;
}

Json json_of(const results::LogRow& row) {
  return {{"time", row.time},
          {"rank", row.rank < 0 ? Json(nullptr) : Json(row.rank)},
          {"code", row.code},
          {"text", row.text}};
}

Json json_of(const RunReport& run) {
  Json json;
  json["file"] = run.file.string();
  json["run"] = json_of(run.header);
  json["complete"] = run.complete;
  json["exit_reason"] = run.exit_reason;
  json["log"] = Json::array();
  for (const results::LogRow& row : run.log) json["log"].push_back(json_of(row));
  json["points"] = Json::array();
  for (const PointReport& point : run.points) json["points"].push_back(json_of(point));
  return json;
}

}  // namespace

std::string json_of(std::string_view command, Subject subject, const std::vector<RunReport>& runs) {
  Json json = document(command);
  json["by"] = name_of(subject);
  json["confidence"] = 0.95;
  json["scope"] = "launch";
  json["files"] = Json::array();
  for (const RunReport& run : runs) json["files"].push_back(json_of(run));
  return text_of(json);
}

std::string json_of(const std::vector<Checked>& files) {
  Json json = document("check");
  json["files"] = Json::array();
  for (const Checked& file : files) {
    Json one;
    one["file"] = file.file;
    one["valid"] = file.departures.empty();
    one["points"] = file.departures.empty() ? Json(file.points) : Json(nullptr);
    one["departures"] = file.departures;
    json["files"].push_back(std::move(one));
  }
  return text_of(json);
}

}  // namespace syncbench::analysis
