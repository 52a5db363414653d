#include "analysis/render/json_values.hpp"
#include "analysis/skew/skew_text.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const SkewPoint& point) {
  Json json{{"id", point.shares.header.id}, {"whole_mean_ns", point.whole_ns}};
  json["hidden_share"] = json_or_null(point.shares.hidden);
  json["blame_ns"] = Json::array();
  for (const PartShare& rank : point.shares.ranks) json["blame_ns"].push_back(rank.blame);
  json["late"] = Json::array();
  for (const WaitForRank& late : point.waits)
    json["late"].push_back(Json{{"rank", late.rank},
                                {"events", late.events},
                                {"others_wait_p50_ns", late.waits_ns},
                                {"without_it_mean_ns", late.without_ns}});
  json["projection_independence_assumed"] = Json::array();
  for (const Projection& each : point.projections)
    json["projection_independence_assumed"].push_back(
        Json{{"ranks", each.ranks}, {"chance", each.chance}, {"lateness_ns", each.lateness_ns}});
  return json;
}

}  // namespace

std::string skew_json(const std::vector<SkewReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "skew"}};
  json["files"] = Json::array();
  for (const SkewReport& report : reports) {
    Json one{{"file", report.file.string()}, {"points", Json::array()}};
    for (const SkewPoint& point : report.points) one["points"].push_back(json_of(point));
    json["files"].push_back(std::move(one));
  }
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
