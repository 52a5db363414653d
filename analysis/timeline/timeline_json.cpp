#include <cmath>

#include "analysis/points/regimes_json.hpp"
#include "analysis/render/json_values.hpp"
#include "analysis/timeline/timeline_text.hpp"

namespace syncbench::analysis {
namespace {

Json values_json(const std::vector<std::optional<double>>& values) {
  Json json = Json::array();
  for (const auto& value : values) json.push_back(value ? Json(std::llround(*value)) : Json(nullptr));
  return json;
}

Json json_of(const PointTimeline& point) {
  Json json{{"id", point.header.id},
            {"iterations", point.iterations},
            {"warmup_iterations", point.warmup},
            {"end_ns", point.end},
            {"bin_ns", point.bin_ns},
            {"begun", point.begun},
            {"late_starts", point.late},
            {"blocks_begun", point.blocks},
            {"regimes", regimes_json(point.regimes)},
            {"slowest_ns", values_json(point.slowest)},
            {"longest_ns", values_json(point.longest)},
            {"ranks", Json::array()}};
  for (const TimelineRow& row : point.ranks)
    json["ranks"].push_back({{"rank", row.rank}, {"host", row.host}, {"ns", values_json(row.times)}});
  return json;
}

}  // namespace

std::string timeline_json(const std::vector<TimelineReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "timeline"}};
  json["files"] = Json::array();
  for (const TimelineReport& report : reports) {
    Json one{{"file", report.file.string()}, {"points", Json::array()}};
    for (const PointTimeline& point : report.points) one["points"].push_back(json_of(point));
    json["files"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
