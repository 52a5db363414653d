#include "analysis/run/point_series.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"
#include "analysis/run/timer_view.hpp"
#include "harness/core/error.hpp"
#include "harness/core/iteration_maxima.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/text.hpp"

namespace syncbench::analysis {
namespace {

double median_or_zero(std::vector<std::int64_t> times) {
  return times.empty() ? 0 : static_cast<double>(median_of(std::move(times)));
}

}  // namespace

bool is_unsteady(const results::Attributes& attributes) {
  return text_attribute(attributes, "steadiness") == "unsteady";
}

std::optional<std::string> unsteady_sentence(const std::vector<std::string>& ids) {
  if (ids.empty()) return std::nullopt;
  return fmt::format("unsteady: {} found no steady state, so nothing is compared with {}", join(ids, ", "),
                     ids.size() == 1 ? "it" : "them");
}

PointSeries read_series(const results::RunReader& reader, results::PointHeader point) {
  const IterationMaxima maxima = maxima_of(reader, point.id);
  const std::vector<std::uint16_t> block_of = reader.blocks(point.id);
  const auto warmup = static_cast<std::size_t>(
      std::max<std::int64_t>(0, whole_attribute(point.attributes, "warmup_iterations").value_or(0)));
  std::vector<std::int64_t> all;
  std::map<std::uint16_t, std::vector<std::int64_t>> by_block;
  for (const Iteration iteration : maxima.eligible(warmup)) {
    all.push_back(maxima.maximum(iteration));
    by_block[block_of.at(iteration.value)].push_back(all.back());
  }
  const auto operations = static_cast<double>(operations_of(point.attributes));
  PointSeries series{std::move(point), all.size(), median_or_zero(all) / operations, {}};
  series.blocks.unsteady = is_unsteady(series.header.attributes);
  series.blocks.resolution =
      static_cast<double>(timer_view(series.header.attributes, {}, false).floor.resolution.count()) / operations;
  for (auto& [block, times] : by_block) series.blocks[block] = median_or_zero(std::move(times)) / operations;
  return series;
}

std::vector<std::string> unsteady_ids(const std::vector<PointSeries>& points) {
  std::vector<std::string> ids;
  for (const PointSeries& point : points) {
    if (point.blocks.unsteady) ids.push_back(point.header.id);
  }
  return ids;
}

std::vector<PointSeries> read_selected(const results::RunReader& reader, std::string_view suite,
                                       const Selection& selection) {
  std::vector<PointSeries> points;
  for (const results::IndexRow& row : reader.index()) {
    if (row.suite != suite) continue;
    results::PointHeader header = reader.point(row.id);
    if (!selection.matches(header) || text_attribute(header.attributes, "status") != "measured") continue;
    points.push_back(read_series(reader, std::move(header)));
  }
  return points;
}

}  // namespace syncbench::analysis
