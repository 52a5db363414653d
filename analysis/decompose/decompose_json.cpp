#include "analysis/decompose/decompose_text.hpp"
#include "analysis/render/json_values.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const PartShare& part, bool node) {
  Json json;
  if (!node) json["rank"] = part.rank;
  json["node"] = part.node;
  json["host"] = part.host;
  json["wait_p50_ns"] = part.wait_p50;
  json["algorithm_wait_p50_ns"] = part.algorithm_wait_p50;
  json["transfer_p50_ns"] = part.transfer_p50;
  json["wait_ns"] = part.wait;
  json["algorithm_wait_ns"] = part.algorithm_wait;
  json["transfer_ns"] = part.transfer;
  json["blame_ns"] = part.blame;
  json["saving_ns"] = part.saving;
  if (!node) json["inherited_ns"] = part.inherited;
  if (!node) json["own_ns"] = part.own;
  json["latest"] = part.latest;
  return json;
}

Json iterations_of(const Decomposition& point) {
  Json rows = Json::array();
  for (std::size_t r = 0; r < point.rows.size(); ++r) {
    const SplitIteration& row = point.rows[r];
    Json json;
    json["iteration"] = row.iteration;
    json["apart_ns"] = row.spread;
    json["after_last_ns"] = row.after_last;
    json["excess_ns"] = json_or_null(point.excess(r));
    json["saving_ns"] = row.saving;
    json["latest"] = point.times.ranks[row.latest].value;
    json["material"] = row.material;
    json["blamed"] = row.blamed;
    for (const char* key : {"wait_ns", "algorithm_wait_ns", "transfer_ns", "blame_ns"}) json[key] = Json::array();
    for (std::size_t place = 0; place < point.ranks(); ++place) {
      const TimeParts& parts = point.parts[point.at(r, place)];
      json["wait_ns"].push_back(parts.wait);
      json["algorithm_wait_ns"].push_back(parts.algorithm_wait);
      json["transfer_ns"].push_back(parts.transfer);
      json["blame_ns"].push_back(point.blame[point.at(r, place)]);
    }
    rows.push_back(std::move(json));
  }
  return rows;
}

Json json_of(const PointShares& point) {
  Json json;
  json["id"] = point.header.id;
  json["n"] = point.n;
  json["by_operations"] = point.by_operations;
  json["late_iterations"] = point.late;
  json["material_iterations"] = point.material;
  json["epsilon_ns"] = point.epsilon_ns;
  json["threshold_ns"] = point.threshold_ns;
  json["unloaded_ns"] = json_or_null(point.unloaded_ns);
  json["excess_p50_ns"] = json_or_null(point.excess_p50);
  json["apart_p50_ns"] = point.spread_p50;
  json["after_last_p50_ns"] = point.after_last_p50;
  json["whole_p50_ns"] = point.whole_p50;
  json["whole_ns"] = point.whole;
  json["blame_ns"] = point.blame;
  json["hidden_share"] = json_or_null(point.hidden);
  json["ranks"] = Json::array();
  for (const PartShare& part : point.ranks) json["ranks"].push_back(json_of(part, false));
  json["nodes"] = Json::array();
  for (const PartShare& part : point.nodes) json["nodes"].push_back(json_of(part, true));
  if (point.samples) json["iterations"] = iterations_of(*point.samples);
  return json;
}

}  // namespace

std::string decompose_json(const std::vector<DecomposeReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "decompose"}};
  json["files"] = Json::array();
  for (const DecomposeReport& report : reports) {
    Json one{{"file", report.file.string()}, {"points", Json::array()}};
    for (const PointShares& point : report.points) one["points"].push_back(json_of(point));
    json["files"].push_back(std::move(one));
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
