#include "point_series.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "attributes.hpp"
#include "point_maxima.hpp"
#include "timer_view.hpp"
#include <syncbench/core/error.hpp>
#include <syncbench/core/iteration_maxima.hpp>
#include <syncbench/core/median_interval.hpp>

namespace syncbench::analysis {
namespace {

double median_or_zero(std::vector<std::int64_t> times) {
  return times.empty() ? 0 : static_cast<double>(median_of(std::move(times)));
}

}  // namespace

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
  for (auto& [block, times] : by_block) series.blocks[block] = median_or_zero(std::move(times)) / operations;
  return series;
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
