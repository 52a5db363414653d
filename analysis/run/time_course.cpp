#include "analysis/run/time_course.hpp"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/rank_samples.hpp"
#include "analysis/run/timer_view.hpp"
#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

// Sums and differences of a few such times cannot overflow.
constexpr std::int64_t kFarthest = std::numeric_limits<std::int64_t>::max() / 8;

void finish(TimeCourse& course) {
  auto& steps = course.steps;
  for (std::size_t i = 0; i < steps.size(); ++i) {
    const bool goes_on = i + 1 < steps.size() && steps[i + 1].block == steps[i].block;
    steps[i].lasting = std::max<std::int64_t>(1, goes_on ? steps[i + 1].begin - steps[i].begin : steps[i].time);
  }
  if (!steps.empty()) course.end = steps.back().begin + steps.back().time;
}

// Enters of the first rank that takes part in each iteration; kAbsent where none does.
std::vector<std::int64_t> first_enters(const results::RunReader& reader, std::string_view point,
                                       const results::SampleShape& shape) {
  std::vector<std::int64_t> enters;
  const auto took_part = [](std::int64_t time) { return time != kAbsent; };
  for (std::size_t rank = 0; rank < shape.ranks; ++rank) {
    for_each_rank(reader, point, Rank{static_cast<int>(rank)}, 1,
                  [&](Rank, const RankSamples& samples) { enters.assign(samples.enter.begin(), samples.enter.end()); });
    if (std::any_of(enters.begin(), enters.end(), took_part)) return enters;
  }
  return enters;
}

std::vector<std::int64_t> one_after_the_other(const IterationMaxima& maxima, std::size_t iterations) {
  std::vector<std::int64_t> begins;
  std::int64_t now = 0;
  for (std::size_t i = 0; i < iterations; ++i) {
    begins.push_back(now);
    now += std::max<std::int64_t>(0, maxima.maximum(Iteration{i}));
  }
  return begins;
}

}  // namespace

TimeCourse time_course(const Decomposition& point) {
  TimeCourse course;
  const PointTimes& times = point.times;
  course.operations = operations_of(times.header.attributes);
  std::int64_t zero = kAbsent;
  for (std::size_t i = 0; i < times.iterations && zero == kAbsent; ++i) zero = times.enters(i).front();
  for (const SplitIteration& row : point.rows) {
    const auto enters = times.enters(row.iteration), leaves = times.leaves(row.iteration);
    CourseStep step;
    step.iteration = row.iteration;
    step.counts = row.use == IterationUse::counts;
    step.block = times.blocks[row.iteration];
    step.begin = enters.front() - zero;
    for (std::size_t place = 0; place < enters.size(); ++place)
      step.time = std::max(step.time, leaves[place] - enters[place]);
    course.steps.push_back(step);
  }
  finish(course);
  return course;
}

TimeCourse time_course(const results::RunReader& reader, const results::PointHeader& point,
                       const IterationMaxima& maxima) {
  TimeCourse course;
  course.operations = operations_of(point.attributes);
  const results::SampleShape shape = reader.shape(point.id);
  const std::vector<std::uint16_t> blocks = reader.blocks(point.id);
  const auto warmup = static_cast<std::size_t>(
      std::max<std::int64_t>(0, whole_attribute(point.attributes, "warmup_iterations").value_or(0)));
  const std::vector<std::int64_t> enters = reader.is_summary(point.id) ? one_after_the_other(maxima, shape.iterations)
                                                                       : first_enters(reader, point.id, shape);
  const auto first = std::find_if(enters.begin(), enters.end(), [](std::int64_t time) { return time != kAbsent; });
  const std::vector<Iteration> eligible = maxima.eligible(warmup);
  auto counting = eligible.begin();
  for (std::size_t i = warmup; i < shape.iterations; ++i) {
    if (enters[i] == kAbsent || maxima.maximum(Iteration{i}) == kAbsent) continue;
    while (counting != eligible.end() && counting->value < i) ++counting;
    const bool counts = counting != eligible.end() && counting->value == i;
    if (std::max(enters[i], *first) > kFarthest || std::min(enters[i], *first) < -kFarthest ||
        maxima.maximum(Iteration{i}) > kFarthest)
      throw Error(ExitCode::data, fmt::format("{}: point {}, iteration {}: no time that a rank can have",
                                              reader.file().string(), point.id, i));
    course.steps.push_back({i, counts, blocks.at(i), enters[i] - *first, maxima.maximum(Iteration{i}), 0});
  }
  finish(course);
  return course;
}

}  // namespace syncbench::analysis
