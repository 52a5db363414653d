#include "analysis/render/json_values.hpp"
#include "analysis/storm/storm_text.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const StormRow& row) {
  return {{"id", row.id},
          {"policy", row.policy},
          {"pieces", row.pieces},
          {"piece_bytes", row.piece_bytes},
          {"n", row.n},
          {"p50_ns", row.median_ns},
          {"fused_p50_ns", json_or_null(row.fused_ns)},
          {"price_of_splitting", json_or_null(row.price)},
          {"times_single", json_or_null(row.times_single)},
          {"share_of_best_rate", json_or_null(row.rate_share)}};
}

Json json_of(const OperationCost& cost) {
  return {{"policy", cost.policy},
          {"least_piece_bytes", cost.least_bytes},
          {"most_piece_bytes", cost.most_bytes},
          {"piece_counts", cost.pieces},
          {"operation_ns", json_or_null(cost.nanos)}};
}

// Found by the template below only if they stand before it.
Json json_of(const Storm& storm);
Json json_of(const FractionRow& row);
Json json_of(const LatencySegment& segment);
Json json_of(const Sweep& sweep);
Json json_of(const StormReport& report);

template <class T>
Json array_of(const std::vector<T>& items) {
  Json all = Json::array();
  for (const T& item : items) all.push_back(json_of(item));
  return all;
}

Json json_of(const Storm& storm) {
  return {{"label", storm.label},
          {"bytes", storm.bytes},
          {"rows", array_of(storm.rows)},
          {"operation_costs", array_of(storm.costs)}};
}

Json json_of(const FractionRow& row) {
  return {{"label", row.label},      {"policy", row.policy},
          {"fraction_of", row.of},   {"fraction", row.fraction},
          {"pieces", row.pieces},    {"bytes", row.bytes},
          {"p50_ns", row.median_ns}, {"share_of_whole", json_or_null(row.share)}};
}

Json json_of(const LatencySegment& segment) {
  return {{"first_bytes", segment.first_bytes},
          {"last_bytes", segment.last_bytes},
          {"fits", segment.fits()},
          {"alpha_ns", segment.alpha_ns},
          {"beta_ns_per_byte", segment.beta_ns_per_byte},
          {"worst_residual", segment.worst}};
}

Json json_of(const Sweep& sweep) {
  return {{"label", sweep.label},
          {"segments", array_of(sweep.segments)},
          {"half_bandwidth_bytes", json_or_null(sweep.half_bandwidth_bytes)}};
}

Json json_of(const StormReport& report) {
  return {{"file", report.file.string()},
          {"sentences", report.sentences},
          {"storms", array_of(report.storms)},
          {"fractions", array_of(report.fractions)},
          {"sweeps", array_of(report.sweeps)}};
}

}  // namespace

std::string storm_json(const std::vector<StormReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "storm"}, {"confidence", 0.95}, {"scope", "launch"}};
  json["files"] = array_of(reports);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
