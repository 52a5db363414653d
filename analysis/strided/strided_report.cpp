#include "analysis/strided/strided_report.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/require_match.hpp"
#include "analysis/strided/phase_shares.hpp"
#include "analysis/strided/strided_sentences.hpp"
#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

using Which = BrokenGuideline::Which;

constexpr double kTolerance = 1.05;
constexpr std::string_view kAsItLies = "as-it-lies";

struct StridedPoint {
  PointSeries series;
  std::vector<double> shares;
};

std::string text(const StridedPoint& point, std::string_view key) {
  return text_attribute(point.series.header.attributes, key);
}

std::vector<std::string> unsteady_ids(const std::vector<StridedPoint>& points) {
  std::vector<std::string> ids;
  for (const StridedPoint& point : points) {
    if (point.series.blocks.unsteady) ids.push_back(point.series.header.id);
  }
  return ids;
}

std::vector<StridedPoint> read_points(const std::filesystem::path& file, const Selection& selection) {
  const results::RunReader reader(file);
  std::vector<StridedPoint> points;
  for (PointSeries& series : read_selected(reader, "strided", selection)) {
    if (series.n == 0 || series.median <= 0) continue;
    auto shares = phase_shares(reader, series.header);
    points.push_back({std::move(series), std::move(shares)});
  }
  return points;
}

using Pointers = std::vector<const StridedPoint*>;

// Points that were measured beside each other, in the order of the file.
std::vector<Pointers> comparisons_of(const std::vector<StridedPoint>& points) {
  std::vector<Pointers> comparisons;
  std::map<std::string, std::size_t> place;
  for (const StridedPoint& point : points) {
    const auto [found, fresh] = place.try_emplace(text(point, "backend") + " " + text(point, "group"), place.size());
    if (fresh) comparisons.emplace_back();
    comparisons[found->second].push_back(&point);
  }
  return comparisons;
}

const StridedPoint* find(const Pointers& points, std::string_view method) {
  const auto found = std::find_if(points.begin(), points.end(),
                                  [&](const StridedPoint* point) { return text(*point, "method") == method; });
  return found == points.end() ? nullptr : *found;
}

std::optional<MeanInterval> ratio_of(const StridedPoint& a, const StridedPoint& b) {
  const auto logs = over_blocks({&a.series.blocks, &b.series.blocks},
                                [](const std::vector<double>& t) { return std::log(t[0] / t[1]); });
  if (!logs) return std::nullopt;
  return MeanInterval{std::exp(logs->mean), std::exp(logs->lower), std::exp(logs->upper)};
}

StridedRow row_of(const StridedPoint& point, const StridedPoint* contiguous) {
  StridedRow row;
  row.id = point.series.header.id;
  row.method = text(point, "method");
  row.n = point.series.n;
  row.median_ns = point.series.median;
  if (contiguous != nullptr && contiguous != &point) row.times_contiguous = ratio_of(point, *contiguous);
  if (point.shares.size() == 3) row.phases = TransferPhases{point.shares[0], point.shares[1], point.shares[2]};
  return row;
}

StridedComparison comparison_of(const Pointers& points) {
  const StridedPoint& first = *points.front();
  StridedComparison comparison;
  comparison.layout = text(first, "compared_layout");
  comparison.bytes = whole_attribute(first.series.header.attributes, "bytes_send").value_or(0);
  comparison.subject = fmt::format("{}, {} {} on {}", comparison.layout, text(first, "operation"), text(first, "type"),
                                   text(first, "backend"));
  comparison.label = fmt::format("{}, {} B", comparison.subject, comparison.bytes);
  const StridedPoint* contiguous = find(points, kAsItLies);
  for (const StridedPoint* point : points) comparison.rows.push_back(row_of(*point, contiguous));
  const StridedPoint *datatype = find(points, "datatype"), *hand = find(points, "hand");
  if (datatype != nullptr && hand != nullptr) comparison.datatype_over_hand = ratio_of(*datatype, *hand);
  return comparison;
}

// The guidelines: the first method is no slower than the second. The two of contiguous datatypes are of that layout
// alone.
std::vector<GuidelineChecks> every_guideline() {
  const auto between = [](Which which, std::string_view method, std::string_view limit) {
    return GuidelineChecks{.which = which, .method = std::string(method), .other_method = std::string(limit)};
  };
  std::vector<GuidelineChecks> all{between(Which::datatype_above_pack, "datatype", "mpi-pack"),
                                   between(Which::one_type_above_many, "datatype", kAsItLies),
                                   between(Which::many_above_one_type, kAsItLies, "datatype")};
  for (const std::string_view other : {"list-datatype", "nested-datatype"}) {
    all.push_back(between(Which::description_above_another, "datatype", other));
    all.push_back(between(Which::description_above_another, other, "datatype"));
  }
  return all;
}

bool applies(const GuidelineChecks& guideline, const StridedComparison& comparison) noexcept {
  const bool of_contiguous =
      guideline.which == Which::one_type_above_many || guideline.which == Which::many_above_one_type;
  return !of_contiguous || comparison.layout == "contiguous";
}

// Holds one point against what it should not exceed.
void check(const Pointers& points, const StridedComparison& comparison, GuidelineChecks& guideline) {
  const StridedPoint *point = find(points, guideline.method), *limit = find(points, guideline.other_method);
  if (point == nullptr || limit == nullptr || !applies(guideline, comparison)) return;
  const auto ratio = ratio_of(*point, *limit);
  if (!ratio) return;
  ++guideline.checked;
  if (ratio->lower <= kTolerance) return;
  guideline.broken.push_back({.which = guideline.which,
                              .label = comparison.label,
                              .layout = comparison.layout,
                              .id = point->series.header.id,
                              .other_id = limit->series.header.id,
                              .method = guideline.method,
                              .other_method = guideline.other_method,
                              .ratio = *ratio,
                              .loss_ns = loss_of(*ratio, limit->series.median)});
}

}  // namespace

const StridedRow* StridedComparison::find(std::string_view method) const noexcept {
  const auto found =
      std::find_if(rows.begin(), rows.end(), [&](const StridedRow& row) { return row.method == method; });
  return found == rows.end() ? nullptr : &*found;
}

std::size_t StridedReport::checked() const noexcept {
  return std::accumulate(guidelines.begin(), guidelines.end(), std::size_t{0},
                         [](std::size_t sum, const GuidelineChecks& each) { return sum + each.checked; });
}

std::size_t StridedReport::broken() const noexcept {
  return std::accumulate(guidelines.begin(), guidelines.end(), std::size_t{0},
                         [](std::size_t sum, const GuidelineChecks& each) { return sum + each.broken.size(); });
}

std::optional<StridedReport> strided_report_if_any(const std::filesystem::path& file, const Selection& selection) {
  const std::vector<StridedPoint> points = read_points(file, selection);
  if (points.empty()) return std::nullopt;
  StridedReport report;
  report.file = file;
  report.guidelines = every_guideline();
  for (const Pointers& group : comparisons_of(points)) {
    report.comparisons.push_back(comparison_of(group));
    for (GuidelineChecks& each : report.guidelines) check(group, report.comparisons.back(), each);
  }
  std::erase_if(report.guidelines, [](const GuidelineChecks& each) { return each.checked == 0; });
  report.sentences = strided_sentences(report);
  if (auto unsteady = unsteady_sentence(unsteady_ids(points))) report.sentences.push_back(*std::move(unsteady));
  return report;
}

StridedReport strided_report(const std::filesystem::path& file, const Selection& selection) {
  require_a_match(file, selection);
  auto report = strided_report_if_any(file, selection);
  if (report) return *std::move(report);
  throw Error(ExitCode::data, fmt::format("{}: has no measured point of suite strided; measure with: syncbench --suite "
                                          "strided",
                                          file.string()));
}

}  // namespace syncbench::analysis
