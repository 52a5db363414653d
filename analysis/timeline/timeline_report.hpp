#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "analysis/run/regimes.hpp"
#include "analysis/run/selection.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// One rank's times over the bins of a point, ns of one operation; nothing in a bin in which it took no part.
struct TimelineRow {
  std::int64_t rank = 0;
  std::string host;
  std::vector<std::optional<double>> times;
};

/// A point's time from its first iteration (warm-up included) to its last, in bins of equal length. A bin's value is
/// the median of the iterations in it, weighted by how much of the bin each takes.
struct PointTimeline {
  results::PointHeader header;
  std::size_t iterations = 0;  ///< warm-up included
  std::size_t warmup = 0;
  std::int64_t end = 0;  ///< ns from the first iteration's beginning
  double bin_ns = 0;
  std::vector<std::size_t> begun, late,
      blocks;  ///< by bin: iterations that begin; those with a late start; blocks that begin
  std::vector<std::optional<double>> slowest,
      longest;                     ///< of the slowest rank: the mean, and the longest time of the bin
  std::vector<TimelineRow> ranks;  ///< empty where only a summary was recorded
  std::vector<Regime> regimes;
};

struct TimelineReport {
  std::filesystem::path file;
  std::vector<PointTimeline> points;  ///< the measured ones that are selected, in the order of the plan
};

/// Reads a file. Throws Error(usage) where the selection does not fit, Error(io) and Error(data) as the reader does.
/// Precondition: bins > 0.
TimelineReport timeline_report(const std::filesystem::path& file, const Selection& selection, std::size_t bins);

}  // namespace syncbench::analysis
