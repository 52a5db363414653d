#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/run/selection.hpp"
#include "harness/core/mean_interval.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// The median of each alternating block's eligible iterations, ns; of means where samples hold several operations.
struct BlockMedians : std::map<std::uint16_t, double> {
  double resolution = 0;  ///< steps of the clock that they were read from, ns
  bool unsteady = false;  ///< the point found no steady state: nothing is compared with it
};

/// Blocks that points must have in common to be compared.
inline constexpr std::size_t kFewestCommonBlocks = 5;

/// A measured point reduced to what comparisons within a run need.
struct PointSeries {
  results::PointHeader header;
  std::size_t n = 0;  ///< eligible iterations
  double median = 0;  ///< of all of them, ns; 0 if n is 0
  BlockMedians blocks;
};

/// Whether the file says that the point found no steady state.
bool is_unsteady(const results::Attributes& attributes);

/// "p0003, p0007 found no steady state: nothing is compared with them", or nothing to say.
std::optional<std::string> unsteady_sentence(const std::vector<std::string>& ids);

/// Reads a measured point. Throws Error(data) as point_statistics() does.
PointSeries read_series(const results::RunReader& reader, results::PointHeader point);

/// Those of the points that found no steady state.
std::vector<std::string> unsteady_ids(const std::vector<PointSeries>& points);

/// Reads the measured points of one suite that are selected, in the order of the plan. Throws Error(data) as
/// read_series() does.
std::vector<PointSeries> read_selected(const results::RunReader& reader, std::string_view suite,
                                       const Selection& selection);

/// What half a step of each point's clock makes of a function of their times.
template <class Function>
double made_by_half_a_step(const std::vector<const BlockMedians*>& points, const std::vector<double>& times,
                           Function function) {
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    std::vector<double> moved = times;
    moved[i] += points[i]->resolution / 2;
    sum += std::abs(function(moved) - function(times));
  }
  return sum;
}

/// What a function of several points' times is, with its interval: the function is applied to the medians of each block
/// that all points have, so that a machine that drifts between blocks does not widen it. Limits are at least as far
/// away as half a step of the clocks moves it: medians on a coarse clock tie, and an interval of no width is none.
/// Nothing below five common blocks, and where a point is unsteady.
template <class Function>
std::optional<MeanInterval> over_blocks(const std::vector<const BlockMedians*>& points, Function function) {
  std::vector<double> values;
  double half_a_step = 0;
  for (const auto& [block, first] : *points.front()) {
    std::vector<double> times;
    for (const BlockMedians* each : points) {
      const auto found = each->find(block);
      if (found != each->end()) times.push_back(found->second);
    }
    if (times.size() != points.size()) continue;
    values.push_back(function(times));
    half_a_step += made_by_half_a_step(points, times, function);
  }
  const bool unsteady = std::any_of(points.begin(), points.end(), [](const auto* each) { return each->unsteady; });
  if (unsteady || values.size() < kFewestCommonBlocks) return std::nullopt;
  return at_least_as_wide(*mean_interval(values), half_a_step / static_cast<double>(values.size()));
}

}  // namespace syncbench::analysis
