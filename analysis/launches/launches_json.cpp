#include "analysis/launches/launches_text.hpp"
#include "analysis/render/json_values.hpp"
#include "analysis/run/attributes.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const LaunchValues& values) {
  if (values.values.empty()) return nullptr;
  Json json{{"n", values.values.size()}, {"median", values.median}, {"lower", nullptr},       {"upper", nullptr},
            {"least", values.lowest},    {"most", values.highest},  {"values", values.values}};
  if (values.interval) json["lower"] = values.interval->lower;
  if (values.interval) json["upper"] = values.interval->upper;
  return json;
}

Json json_of(const LeftOut& left_out) { return {{"covered", left_out.covered}, {"of", left_out.of}}; }

Json json_of(const LaunchQuantile& quantile) {
  Json json{{"quantile", name_of(quantile.quantile)}, {"values_ns", Json::array()}, {"launches", 0}};
  for (const std::int64_t each : quantile.ns) json["values_ns"].push_back(each == kAbsent ? Json(nullptr) : Json(each));
  for (const char* name : {"median_ns", "lower_ns", "upper_ns", "cv", "log_sd"}) json[name] = nullptr;
  if (const auto& spread = quantile.spread) {
    json["launches"] = spread->launches;
    json["median_ns"] = spread->median;
    if (spread->interval) json["lower_ns"] = spread->interval->lower;
    if (spread->interval) json["upper_ns"] = spread->interval->upper;
    json["cv"] = spread->cv;
    json["log_sd"] = spread->log_sd;
  }
  json["half_width_within"] = json_or_null(half_width_within(quantile));
  json["leave_one_out"] = json_of(quantile.left_out);
  return json;
}

Json json_of(const LaunchPoint& point, const std::vector<std::filesystem::path>& files) {
  Json json{{"id", point.first.header.id}, {"attributes", Json::object()}};
  for (const auto& [key, value] : point.first.header.attributes) {
    if (is_factor(key))
      std::visit([&json, &name = key](const auto& plain) { json["attributes"][name] = plain; }, value);
  }
  json["quantiles"] = Json::array();
  for (const LaunchQuantile& each : point.quantiles) json["quantiles"].push_back(json_of(each));
  json["left_out"] = Json::array();
  for (const LaunchAbsence& each : point.absent)
    json["left_out"].push_back(
        {{"launch", each.launch}, {"file", files[each.launch].string()}, {"reason", each.reason}});
  return json;
}

}  // namespace

std::string launches_json(const LaunchesReport& report) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "launches"}, {"confidence", 0.95}};
  json["files"] = Json::array();
  for (const auto& each : report.files) json["files"].push_back(each.string());
  json["ranks"] = report.ranks;
  json["nodes"] = report.nodes;
  json["begins"] = report.wrapper ? "wrapper" : "process";
  json["sentences"] = report.sentences;
  json["scope"] = "over launches";
  json["leave_one_out"] = json_of(report.left_out);
  json["points"] = Json::array();
  for (const LaunchPoint& each : report.points) json["points"].push_back(json_of(each, report.files));
  json["phases"] = Json::array();
  for (const LaunchPhase& each : report.phases)
    json["phases"].push_back(
        {{"phase", each.name},
         {"own", each.own},
         {"ns", json_of(each.ns)},
         {"slowest_rank", {{"rank", each.rank.rank}, {"hostname", each.rank.host}, {"launches", each.rank.launches}}},
         {"slowest_host", {{"hostname", each.node.host}, {"launches", each.node.launches}}}});
  json["first"] = Json::array();
  for (const LaunchFirst& each : report.first)
    json["first"].push_back({{"operation", each.operation},
                             {"launches", each.launches},
                             {"first_ns", json_of(each.first_ns)},
                             {"warm_ns", json_of(each.warm_ns)},
                             {"warm_after", json_of(each.warm_after)},
                             {"one_call_removes", json_or_null(each.one_call_removes_median)}});
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
