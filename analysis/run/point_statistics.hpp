#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "analysis/run/timer_view.hpp"
#include "harness/core/iteration_maxima.hpp"
#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/quantile_estimate.hpp"
#include "harness/core/units.hpp"
#include "results/reader.hpp"

namespace syncbench::analysis {

/// Over which ranks the longest time of an iteration is taken.
enum class Subject {
  point,  ///< all: the statistic of the iteration
  node,   ///< those of one node
  rank,   ///< a single one: its own leave − enter
};

}  // namespace syncbench::analysis

namespace syncbench {

template <>
struct Names<analysis::Subject> {
  static constexpr std::array<std::pair<analysis::Subject, std::string_view>, 3> table{{
      {analysis::Subject::rank, "rank"},
      {analysis::Subject::node, "node"},
      {analysis::Subject::point, "point"},
  }};
};

}  // namespace syncbench

namespace syncbench::analysis {

/// The times of one subject over the point's eligible iterations.
struct SubjectStatistics {
  std::optional<Rank> rank;       ///< with Subject::rank
  std::optional<NodeIndex> node;  ///< with Subject::rank and Subject::node
  std::size_t n = 0;              ///< eligible iterations in which it took part; those with a late start are not in it
  std::vector<QuantileEstimate> quantiles;
  Nanos longest{kAbsent};
};

struct PointStatistics {
  std::size_t ranks = 0;
  std::size_t iterations = 0;  ///< stored, warm-up included
  std::size_t warmup = 0;
  std::size_t eligible = 0;  ///< iterations whose latency counts
  std::size_t late = 0;      ///< iterations after the warm-up in which a rank started late: of unknown time
  std::size_t corrupt = 0;   ///< iterations with a wrong payload
  TimerView timer;
  std::vector<SubjectStatistics> subjects;  ///< times as the timer view makes them
};

/// Statistics of a measured point. Ranks are read in groups that take at most about 64 MiB, or one rank's samples if
/// those are more, and reduced at once; by node and by rank the samples are read twice, because a late start of any
/// rank makes the iteration one of unknown time for all. `subtract_overhead`: from every time. Throws Error(data), with
/// file and point, for what the reader refuses, damaged samples, a missing warm-up, or ranks that the run does not
/// know.
PointStatistics point_statistics(const results::RunReader& reader, const results::PointHeader& point, Subject subject,
                                 std::span<const Quantile> quantiles, bool subtract_overhead = false);

/// The same for a caller that has the point's maxima_of() already. By node and by rank samples are read once then.
PointStatistics point_statistics(const results::RunReader& reader, const results::PointHeader& point,
                                 const IterationMaxima& all, Subject subject, std::span<const Quantile> quantiles,
                                 bool subtract_overhead = false);

}  // namespace syncbench::analysis
