#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string_view>
#include <vector>

#include "selection.hpp"
#include <syncbench/core/mean_interval.hpp>
#include <syncbench/results/reader.hpp>

namespace syncbench::analysis {

/// The median of each alternating block's eligible iterations, ns; of means where samples hold several operations.
using BlockMedians = std::map<std::uint16_t, double>;

/// A measured point reduced to what comparisons within a run need.
struct PointSeries {
  results::PointHeader header;
  std::size_t n = 0;  ///< eligible iterations
  double median = 0;  ///< of all of them, ns; 0 if n is 0
  BlockMedians blocks;
};

/// Reads a measured point. Throws Error(data) as point_statistics() does.
PointSeries read_series(const results::RunReader& reader, results::PointHeader point);

/// Reads the measured points of one suite that are selected, in the order of the plan. Throws Error(data) as
/// read_series() does.
std::vector<PointSeries> read_selected(const results::RunReader& reader, std::string_view suite,
                                       const Selection& selection);

/// What a function of several points' times is, with its interval: the function is applied to the medians of each block
/// that all points have, so that a machine that drifts between blocks does not widen it. Nothing below three common
/// blocks.
template <class Function>
std::optional<MeanInterval> over_blocks(const std::vector<const BlockMedians*>& points, Function function) {
  std::vector<double> values;
  for (const auto& [block, first] : *points.front()) {
    std::vector<double> times;
    for (const BlockMedians* each : points) {
      const auto found = each->find(block);
      if (found != each->end()) times.push_back(found->second);
    }
    if (times.size() == points.size()) values.push_back(function(times));
  }
  return mean_interval(values);
}

}  // namespace syncbench::analysis
