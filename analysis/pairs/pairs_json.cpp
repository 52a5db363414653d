#include <cmath>

#include "analysis/pairs/pairs_text.hpp"
#include "analysis/render/json_values.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const std::optional<DirectedTime>& time) {
  if (!time) return nullptr;
  Json json{{"id", time->id}, {"n", time->n}, {"p50_ns", time->median_ns}};
  json["time_ns"] = json_or_null(time->interval);
  return json;
}

Json json_of(const PairTimes& times) {
  Json pairs = Json::array();
  for (const RankPair& pair : times.pairs)
    pairs.push_back({{"ranks", {pair.a.value, pair.b.value}},
                     {"forward", json_of(pair.forward)},
                     {"backward", json_of(pair.backward)}});
  return {
      {"part", name_of(times.part)}, {"backend", times.backend}, {"bytes", times.bytes}, {"pairs", std::move(pairs)}};
}

Json factor_json(double log_factor, double reach) {
  return interval_json({std::exp(log_factor), std::exp(log_factor - reach), std::exp(log_factor + reach)});
}

Json verdict_json(const PairComparison& comparison) {
  Json places = Json::array(), links = Json::array(), hosts = Json::array();
  for (const SlowHost& each : comparison.hosts)
    hosts.push_back({{"host", each.host}, {"times", interval_json(each.factor)}});
  for (const SlowPlace& each : comparison.verdicts.places)
    places.push_back({{"place", comparison.places[each.place].name},
                      {"times", interval_json(each.factor)},
                      {"slow", each.slow},
                      {"of", each.of}});
  for (const SlowLink& each : comparison.verdicts.links)
    links.push_back({{"link", comparison.link(comparison.pairs[each.pair])}, {"times", interval_json(each.factor)}});
  return {{"slow_places", std::move(places)},
          {"slow_links", std::move(links)},
          {"slow_within", std::move(hosts)},
          {"apart", comparison.verdicts.apart}};
}

Json json_of(const PairComparison& comparison) {
  Json places = Json::array(), pairs = Json::array();
  const PairEffects& effects = comparison.verdicts.effects;
  for (std::size_t i = 0; i < comparison.places.size(); ++i) {
    Json place{{"name", comparison.places[i].name}, {"host", comparison.places[i].host}, {"ranks", Json::array()}};
    for (const Rank rank : comparison.places[i].ranks) place["ranks"].push_back(rank.value);
    const bool told = i < effects.effects.size() && effects.effects[i];
    place["times_mean"] = told ? factor_json(effects.effects[i]->value, effects.effects[i]->reach) : Json(nullptr);
    places.push_back(std::move(place));
  }
  for (std::size_t i = 0; i < comparison.pairs.size(); ++i) {
    const ComparedPair& pair = comparison.pairs[i];
    Json json{{"places", {pair.a, pair.b}}, {"id", pair.id}, {"n", pair.n}, {"p50_ns", pair.median_ns}};
    json["time_ns"] = factor_json(pair.time.log_time, pair.time.reach);
    json["times_fit"] = i < effects.residuals.size() ? Json(std::exp(effects.residuals[i])) : Json(nullptr);
    json["there_over_back"] = json_or_null(pair.forward_over_backward);
    pairs.push_back(std::move(json));
  }
  Json json{{"part", name_of(comparison.part)},
            {"backend", comparison.backend},
            {"bytes", comparison.bytes},
            {"kind", name_of(comparison.kind)}};
  json["not_judged"] = comparison.not_judged.empty() ? Json(nullptr) : Json(comparison.not_judged);
  json["mean_ns"] = effects.effects.empty() ? Json(nullptr) : Json(std::exp(effects.mean));
  json["places"] = std::move(places);
  json["pairs"] = std::move(pairs);
  json["verdict"] = verdict_json(comparison);
  return json;
}

Json json_of(const PairsReport& report) {
  const MeasuredPairs& measured = report.measured;
  Json times = Json::array(), comparisons = Json::array(), datagrams = Json::array(), unreachable = Json::array();
  for (const PairTimes& each : measured.times) times.push_back(json_of(each));
  for (const PairComparison& each : report.comparisons) comparisons.push_back(json_of(each));
  for (const DatagramPath& each : measured.datagrams)
    datagrams.push_back({{"from", each.from.value},
                         {"to", each.to.value},
                         {"id", each.id},
                         {"mtu", each.mtu},
                         {"sent", each.sent},
                         {"received", each.received}});
  for (const auto& [a, b] : measured.unreachable) unreachable.push_back({a.value, b.value});
  return {{"file", report.file.string()},      {"sentences", report.sentences},
          {"times", std::move(times)},         {"comparisons", std::move(comparisons)},
          {"datagrams", std::move(datagrams)}, {"unreachable", std::move(unreachable)}};
}

}  // namespace

std::string pairs_json(const std::vector<PairsReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "pairs"}, {"confidence", 0.95}, {"scope", "launch"}};
  json["files"] = Json::array();
  for (const PairsReport& each : reports) json["files"].push_back(json_of(each));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
