#include "json_values.hpp"
#include "launches_text.hpp"

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

}  // namespace

std::string launches_json(const LaunchesReport& report) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "launches"}, {"confidence", 0.95}};
  json["files"] = Json::array();
  for (const auto& each : report.files) json["files"].push_back(each.string());
  json["ranks"] = report.ranks;
  json["nodes"] = report.nodes;
  json["begins"] = report.wrapper ? "wrapper" : "process";
  json["sentences"] = report.sentences;
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
