#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "analysis/run/time_course.hpp"

namespace syncbench::analysis {

/// A stretch of a point in which its iterations take about the same time.
struct Regime {
  std::size_t first = 0, last = 0;    ///< iterations in the file, both belong to it
  std::int64_t begin = 0, end = 0;    ///< ns from the beginning of the point's first iteration
  std::size_t n = 0, late = 0;        ///< iterations that count; iterations in which a gate failed
  double median_ns = 0, mean_ns = 0;  ///< of one operation
};

/// The regimes of a point, two at least, in the order of time; empty for a point that keeps its level
/// (change_points()).
std::vector<Regime> regimes_of(const TimeCourse& course);

/// Whether the medians tell the regimes apart. If not, the means do: some iterations are interrupted for long.
bool medians_differ(const std::vector<Regime>& regimes);

/// By what the regimes differ, ns: their medians, or their means where medians are alike.
double level_of(const Regime& regime, bool by_median);

/// The regime with the lowest level.
std::size_t best_of(const std::vector<Regime>& regimes);

/// "29.1 µs until t = 6.03 s, then 1.35 ms until the end at t = 9.12 s": t counts from the point's
/// first iteration. Three levels and more that only rise, or only fall: "from 2.1 µs in the first 6 ms to 3.1 µs in the
/// last 7 ms, step by step".
std::string regimes_text(const std::vector<Regime>& regimes);

}  // namespace syncbench::analysis
