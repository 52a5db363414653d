#include "analysis/timeline/timeline_report.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "analysis/run/attributes.hpp"
#include "analysis/run/point_maxima.hpp"
#include "analysis/run/rank_samples.hpp"
#include "analysis/timeline/timeline_bins.hpp"

namespace syncbench::analysis {
namespace {

using Values = std::vector<std::optional<double>>;

Values of_one_operation(Values values, std::size_t operations) {
  for (auto& value : values) {
    if (value) *value /= static_cast<double>(operations);
  }
  return values;
}

std::string host_of(const results::RunReader& reader, std::size_t rank) {
  const auto& header = reader.header();
  if (rank >= header.rank_rows.size()) return {};
  const auto node = header.rank_rows[rank].node;
  const auto row = std::find_if(header.node_rows.begin(), header.node_rows.end(),
                                [node](const results::NodeRow& each) { return each.node == node; });
  return row == header.node_rows.end() ? fmt::format("node {}", node) : row->hostname;
}

// What a rank took in each step.
std::vector<std::int64_t> own_times(const TimeCourse& course, const RankSamples& samples) {
  std::vector<std::int64_t> times;
  for (const CourseStep& step : course.steps) {
    const std::int64_t enter = samples.enter[step.iteration], leave = samples.leave[step.iteration];
    times.push_back(enter == kAbsent || leave == kAbsent ? kAbsent : leave - enter);
  }
  return times;
}

void add_ranks(const results::RunReader& reader, const TimeCourse& course, const TimelineBins& bins,
               PointTimeline& timeline) {
  if (reader.is_summary(timeline.header.id)) return;
  const std::size_t ranks = reader.shape(timeline.header.id).ranks;
  for_each_rank(reader, timeline.header.id, Rank{0}, ranks, [&](Rank rank, const RankSamples& samples) {
    TimelineRow row;
    row.rank = rank.value;
    row.times = of_one_operation(bins.means(own_times(course, samples)), course.operations);
    if (std::none_of(row.times.begin(), row.times.end(), [](const auto& time) { return time.has_value(); })) return;
    row.host = host_of(reader, static_cast<std::size_t>(rank.value));
    timeline.ranks.push_back(std::move(row));
  });
}

PointTimeline timeline_of(const results::RunReader& reader, results::PointHeader header, std::size_t count) {
  PointTimeline timeline;
  timeline.warmup = static_cast<std::size_t>(
      std::max<std::int64_t>(0, whole_attribute(header.attributes, "warmup_iterations").value_or(0)));
  const IterationMaxima maxima = maxima_of(reader, header.id);
  timeline.regimes = regimes_of(time_course(reader, header, maxima));
  // The line shows the warm-up too.
  header.attributes["warmup_iterations"] = std::int64_t{0};
  const TimeCourse course = time_course(reader, header, maxima);
  header.attributes["warmup_iterations"] = static_cast<std::int64_t>(timeline.warmup);
  timeline.header = std::move(header);
  timeline.iterations = course.steps.size();
  timeline.end = course.end;
  if (course.steps.empty()) return timeline;
  const TimelineBins bins(course, count);
  timeline.bin_ns = bins.width_ns();
  timeline.begun.assign(count, 0);
  timeline.late.assign(count, 0);
  timeline.blocks.assign(count, 0);
  std::vector<std::int64_t> times;
  for (std::size_t i = 0; i < course.steps.size(); ++i) {
    const CourseStep& step = course.steps[i];
    const std::size_t bin = bins.bin_of(step);
    times.push_back(step.time);
    ++timeline.begun[bin];
    if (!step.counts) ++timeline.late[bin];
    if (i > 0 && course.steps[i - 1].block != step.block) ++timeline.blocks[bin];
  }
  timeline.slowest = of_one_operation(bins.means(times), course.operations);
  timeline.longest = of_one_operation(bins.greatest(times), course.operations);
  add_ranks(reader, course, bins, timeline);
  return timeline;
}

}  // namespace

TimelineReport timeline_report(const std::filesystem::path& file, const Selection& selection, std::size_t bins) {
  const results::RunReader reader(file);
  std::vector<results::PointHeader> headers;
  for (const results::IndexRow& row : reader.index()) headers.push_back(reader.point(row.id));
  selection.require_a_match(headers);
  TimelineReport report{file, {}};
  for (results::PointHeader& header : headers) {
    if (!selection.matches(header) || text_attribute(header.attributes, "status") != "measured") continue;
    if (reader.shape(header.id).iterations == 0) continue;
    report.points.push_back(timeline_of(reader, std::move(header), bins));
  }
  return report;
}

}  // namespace syncbench::analysis
