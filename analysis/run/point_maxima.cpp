#include "analysis/run/point_maxima.hpp"

#include "analysis/run/rank_samples.hpp"

namespace syncbench::analysis {

IterationMaxima maxima_of(const results::RunReader& reader, std::string_view point) {
  const results::SampleShape shape = reader.shape(point);
  IterationMaxima maxima(shape.iterations);
  if (reader.is_summary(point)) {
    const results::PointSummary summary = reader.summary(point);
    maxima.add_slowest(summary.slowest, summary.status);
    return maxima;
  }
  for_each_rank(reader, point, Rank{0}, shape.ranks,
                [&maxima](Rank, const RankSamples& samples) { maxima.add(0, samples); });
  return maxima;
}

}  // namespace syncbench::analysis
