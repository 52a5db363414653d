#include "analysis/render/json_values.hpp"
#include "analysis/strided/strided_text.hpp"

namespace syncbench::analysis {
namespace {

Json json_of(const StridedRow& row) {
  Json json{{"id", row.id}, {"method", row.method}, {"n", row.n}, {"p50_ns", row.median_ns}};
  json["times_contiguous"] = json_or_null(row.times_contiguous);
  json["phases"] = nullptr;
  if (row.phases)
    json["phases"] = {{"pack", row.phases->pack}, {"transfer", row.phases->transfer}, {"unpack", row.phases->unpack}};
  return json;
}

std::string_view name_of(BrokenGuideline::Which which) noexcept {
  switch (which) {
    case BrokenGuideline::Which::datatype_above_pack:
      return "datatype-above-pack";
    case BrokenGuideline::Which::one_type_above_many:
      return "one-type-above-many";
    case BrokenGuideline::Which::many_above_one_type:
      return "many-above-one-type";
    case BrokenGuideline::Which::description_above_another:
      break;
  }
  return "description-above-another";
}

Json json_of(const BrokenGuideline& broken) {
  return {
      {"guideline", name_of(broken.which)},   {"label", broken.label},         {"id", broken.id},
      {"other_id", broken.other_id},          {"method", broken.method},       {"other_method", broken.other_method},
      {"ratio", interval_json(broken.ratio)}, {"loss_ns", broken.loss_ns.mean}};
}

Json json_of(const StridedReport& report) {
  Json comparisons = Json::array(), broken = Json::array();
  for (const StridedComparison& each : report.comparisons) {
    Json rows = Json::array();
    for (const StridedRow& row : each.rows) rows.push_back(json_of(row));
    comparisons.push_back(
        {{"label", each.label}, {"layout", each.layout}, {"bytes", each.bytes}, {"rows", std::move(rows)}});
  }
  for (const GuidelineChecks& guideline : report.guidelines) {
    for (const BrokenGuideline& each : guideline.broken) broken.push_back(json_of(each));
  }
  return {{"file", report.file.string()},
          {"sentences", report.sentences},
          {"comparisons", std::move(comparisons)},
          {"guidelines", {{"checked", report.checked()}, {"broken", std::move(broken)}}}};
}

}  // namespace

std::string strided_json(const std::vector<StridedReport>& reports) {
  Json json{{"format", "syncbench-analyze/1"}, {"command", "strided"}, {"confidence", 0.95}, {"scope", "launch"}};
  json["files"] = Json::array();
  for (const StridedReport& each : reports) json["files"].push_back(json_of(each));
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace syncbench::analysis
