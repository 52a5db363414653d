#include "analysis/run/point_statistics.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"
#include "analysis/run/rank_samples.hpp"
#include "harness/core/error.hpp"
#include "harness/core/nanos.hpp"

namespace syncbench::analysis {
namespace {

[[noreturn]] void damaged(const results::RunReader& reader, const results::PointHeader& point, std::string_view what) {
  throw Error(ExitCode::data, fmt::format("{}: point {} {}", reader.file().string(), point.id, what));
}

std::size_t warmup_of(const results::RunReader& reader, const results::PointHeader& point) {
  const auto warmup = whole_attribute(point.attributes, "warmup_iterations");
  if (!warmup || *warmup < 0) damaged(reader, point, "does not say how many of its iterations are warm-up");
  return static_cast<std::size_t>(*warmup);
}

// What subjects are reduced with: which iterations count, by the samples of all ranks, and what is asked for.
struct Wanted {
  const IterationMaxima& all;
  std::size_t warmup;
  std::span<const Quantile> quantiles;
};

SubjectStatistics statistics_of(const IterationMaxima& times, const Wanted& wanted) {
  const std::vector<std::int64_t> series = series_with_unknown(times, wanted.all, wanted.warmup);
  SubjectStatistics statistics;
  statistics.quantiles = estimates(series, wanted.quantiles);
  for (const std::int64_t time : series) {
    if (time == kUnknownTime) continue;
    ++statistics.n;
    statistics.longest = std::max(statistics.longest, Nanos{time});
  }
  return statistics;
}

std::vector<NodeIndex> nodes_by_rank(const results::RunReader& reader, const results::PointHeader& point,
                                     std::size_t ranks) {
  constexpr NodeIndex kUnknown{-1};
  std::vector<NodeIndex> nodes(ranks, kUnknown);
  for (const results::RankRow& row : reader.header().rank_rows) {
    if (row.rank < 0 || static_cast<std::size_t>(row.rank) >= ranks) continue;
    nodes[static_cast<std::size_t>(row.rank)] = NodeIndex{static_cast<int>(row.node)};
  }
  const auto unknown = std::find(nodes.begin(), nodes.end(), kUnknown);
  if (unknown != nodes.end()) {
    damaged(reader, point, fmt::format("has samples of rank {}, which /run/ranks lacks", unknown - nodes.begin()));
  }
  return nodes;
}

std::optional<Nanos> median_of(const IterationMaxima& maxima, std::span<const Iteration> eligible) {
  std::vector<std::int64_t> series = series_of(maxima, eligible);
  if (series.empty()) return std::nullopt;
  std::sort(series.begin(), series.end());
  return Nanos{quantile_of_sorted(series, kP50)};
}

void apply(const TimerView& timer, SubjectStatistics& subject) {
  for (QuantileEstimate& each : subject.quantiles) each = seen(timer, each);
  subject.longest = longest_seen(timer, subject.longest);
}

// One rank at a time would decompress each chunk once a rank: neighbours of the same node are read together.
IterationMaxima maxima_of_node(const results::RunReader& reader, std::string_view point, std::size_t iterations,
                               std::span<const NodeIndex> nodes, NodeIndex node) {
  IterationMaxima maxima(iterations);
  for (auto first = std::find(nodes.begin(), nodes.end(), node); first != nodes.end();) {
    const auto last = std::find_if(first, nodes.end(), [node](NodeIndex other) { return other != node; });
    for_each_rank(reader, point, Rank{static_cast<int>(first - nodes.begin())}, static_cast<std::size_t>(last - first),
                  [&maxima](Rank, const RankSamples& samples) { maxima.add(0, samples); });
    first = std::find(last, nodes.end(), node);
  }
  return maxima;
}

std::vector<SubjectStatistics> by_node(const results::RunReader& reader, std::string_view point, std::size_t iterations,
                                       std::span<const NodeIndex> nodes, const Wanted& wanted) {
  std::vector<NodeIndex> distinct(nodes.begin(), nodes.end());
  std::sort(distinct.begin(), distinct.end());
  distinct.erase(std::unique(distinct.begin(), distinct.end()), distinct.end());
  std::vector<SubjectStatistics> subjects;
  for (const NodeIndex node : distinct) {
    subjects.push_back(statistics_of(maxima_of_node(reader, point, iterations, nodes, node), wanted));
    subjects.back().node = node;
  }
  return subjects;
}

std::vector<SubjectStatistics> by_rank(const results::RunReader& reader, std::string_view point, std::size_t iterations,
                                       std::span<const NodeIndex> nodes, const Wanted& wanted) {
  std::vector<SubjectStatistics> subjects;
  for_each_rank(reader, point, Rank{0}, nodes.size(), [&](Rank rank, const RankSamples& samples) {
    IterationMaxima own(iterations);
    own.add(0, samples);
    subjects.push_back(statistics_of(own, wanted));
    subjects.back().rank = rank;
    subjects.back().node = nodes[static_cast<std::size_t>(rank.value)];
  });
  return subjects;
}

// A level that was recorded, where the point's own iterations carry it: a sketch does not say how a rank's are
// correlated. Its limits are not in the file.
QuantileEstimate from_sketch(std::span<const double> levels, std::span<const std::int64_t> values,
                             const QuantileEstimate& of_point) {
  QuantileEstimate estimate = of_point;
  estimate.value = estimate.fastest = estimate.slowest = estimate.lower = estimate.upper = Nanos{kAbsent};
  const auto level = std::find(levels.begin(), levels.end(), of_point.quantile.probability());
  if (level != levels.end() && of_point.carried())
    estimate.value = Nanos{values[static_cast<std::size_t>(level - levels.begin())]};
  return estimate;
}

// Of a point that was recorded as a summary: each rank's own quantiles.
std::vector<SubjectStatistics> from_sketch(const results::RunReader& reader, const results::PointHeader& point,
                                           Subject subject, std::span<const NodeIndex> nodes,
                                           const SubjectStatistics& of_point) {
  if (subject == Subject::node)
    throw Error(ExitCode::usage, fmt::format("{}: point {} was recorded as a summary (--record summary), which says "
                                             "nothing by node; ask --by rank or --by point",
                                             reader.file().string(), point.id));
  const results::PointSummary summary = reader.summary(point.id);
  std::vector<SubjectStatistics> subjects;
  for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
    const auto values = std::span(summary.sketch).subspan(rank * summary.levels.size(), summary.levels.size());
    SubjectStatistics statistics;
    statistics.rank = Rank{static_cast<int>(rank)};
    statistics.node = nodes[rank];
    statistics.n = values.back() == kAbsent ? 0 : of_point.n;
    for (const QuantileEstimate& each : of_point.quantiles)
      statistics.quantiles.push_back(from_sketch(summary.levels, values, each));
    if (summary.levels.back() == 1) statistics.longest = Nanos{values.back()};
    subjects.push_back(std::move(statistics));
  }
  return subjects;
}

}  // namespace

PointStatistics point_statistics(const results::RunReader& reader, const results::PointHeader& point, Subject subject,
                                 std::span<const Quantile> quantiles, bool subtract_overhead) {
  return point_statistics(reader, point, maxima_of(reader, point.id), subject, quantiles, subtract_overhead);
}

PointStatistics point_statistics(const results::RunReader& reader, const results::PointHeader& point,
                                 const IterationMaxima& all, Subject subject, std::span<const Quantile> quantiles,
                                 bool subtract_overhead) {
  const results::SampleShape shape = reader.shape(point.id);
  PointStatistics result;
  result.ranks = shape.ranks;
  result.iterations = shape.iterations;
  result.warmup = warmup_of(reader, point);
  result.late = all.late(result.warmup);
  result.corrupt = all.corrupt();
  const std::vector<Iteration> eligible = all.eligible(result.warmup);
  result.eligible = eligible.size();
  result.timer = timer_view(point.attributes, median_of(all, eligible), subtract_overhead);
  const Wanted wanted{all, result.warmup, quantiles};
  if (subject == Subject::point) {
    result.subjects.push_back(statistics_of(all, wanted));
  } else {
    const std::vector<NodeIndex> nodes = nodes_by_rank(reader, point, shape.ranks);
    if (reader.is_summary(point.id)) {
      result.subjects = from_sketch(reader, point, subject, nodes, statistics_of(all, wanted));
    } else {
      result.subjects = subject == Subject::node ? by_node(reader, point.id, shape.iterations, nodes, wanted)
                                                 : by_rank(reader, point.id, shape.iterations, nodes, wanted);
    }
  }
  for (SubjectStatistics& each : result.subjects) apply(result.timer, each);
  return result;
}

}  // namespace syncbench::analysis
