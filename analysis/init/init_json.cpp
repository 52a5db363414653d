#include "analysis/init/init_text.hpp"
#include "analysis/render/json_values.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const StartupPhases& startup) {
  Json phases = Json::array();
  for (const StartupPhase& each : startup.phases)
    phases.push_back({{"phase", each.name}, {"own", each.own}, {"ns", each.ns}});
  return {{"begins", startup.wrapper ? "wrapper" : "process"},
          {"ends", startup.first.empty() ? Json(nullptr) : Json(startup.first_id)},
          {"slowest_rank", startup.slowest()},
          {"total_ns", startup.total_ns},
          {"peers", startup.peers},
          {"phases", std::move(phases)}};
}

Json json_of(const FirstCalls& first) {
  Json json{{"id", first.id}, {"operation", first.operation}, {"n", first.n}, {"warm_up", nullptr}};
  if (const auto& warm = first.warm_up)
    json["warm_up"] = {{"first_ns", warm->first_ns},   {"second_ns", warm->second_ns},
                       {"warm_ns", warm->warm_ns},     {"warm_after", json_or_null(warm->warm_after)},
                       {"excess_ns", warm->excess_ns}, {"one_call_removes", json_or_null(warm->one_call_removes)}};
  json["curve"] = Json::array();
  for (const CurvePoint& each : first.curve)
    json["curve"].push_back({{"begin", each.begin}, {"end", each.end}, {"median_ns", each.median_ns}});
  return json;
}

Json json_of(const CycleRow& row) {
  Json median = Json::object();
  for (std::size_t phase = 0; phase < kCyclePhases.size(); ++phase)
    median[std::string(kCyclePhases[phase])] = row.median_ns[phase];
  return {{"id", row.id},
          {"operation", row.operation},
          {"making", row.making},
          {"before", row.before},
          {"n", row.n},
          {"median_ns", std::move(median)},
          {"first_over_nothing", json_or_null(row.first_over_nothing)}};
}

}  // namespace

std::string init_json(const std::vector<InitReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"},
            {"command", "init"},
            {"confidence", 0.95},
            {"scope", "launch"},
            {"files", Json::array()}};
  for (const InitReport& report : reports) {
    Json first = Json::array(), cycles = Json::array();
    for (const FirstCalls& each : report.first) first.push_back(json_of(each));
    for (const CycleRow& each : report.cycles) cycles.push_back(json_of(each));
    json["files"].push_back({{"file", report.file.string()},
                             {"sentences", report.sentences},
                             {"startup", json_of(report.startup)},
                             {"first", std::move(first)},
                             {"cycles", std::move(cycles)}});
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
