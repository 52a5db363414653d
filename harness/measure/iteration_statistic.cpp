#include "iteration_statistic.hpp"

#include <algorithm>
#include <limits>

#include <syncbench/mpi/check.hpp>

namespace syncbench::measure {
namespace {

// Longer than any iteration: what the maximum over ranks becomes where one of them started late.
constexpr std::int64_t kLate = std::numeric_limits<std::int64_t>::max();

constexpr std::size_t kStretch = 65'536;

}  // namespace

void IterationStatistic::catch_up(const Timeline& timeline) {
  while (seen_ < timeline.size()) {
    const std::size_t count = std::min(kStretch, timeline.size() - seen_);
    reduce(timeline, seen_, count);
    seen_ += count;
  }
}

BlockedSeries IterationStatistic::in_blocks(std::span<const std::uint16_t> blocks) const {
  BlockedSeries series{series_, {}};
  const std::size_t count = series_.empty() ? 0 : std::size_t{blocks[iterations_.back()]} + 1;
  for (std::size_t place = 0; place < iterations_.size(); ++place) {
    while (series.begins.size() <= blocks[iterations_[place]]) series.begins.push_back(place);
  }
  series.begins.resize(count, series_.size());
  return series;
}

void IterationStatistic::reduce(const Timeline& timeline, std::size_t first, std::size_t count) {
  std::vector<std::int64_t> mine(count), longest(communicator_.is_root() ? count : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool late = timeline.statuses()[first + i] == static_cast<std::uint8_t>(SampleStatus::late_start);
    mine[i] = late ? kLate : timeline.leaves()[first + i] - timeline.enters()[first + i];
  }
  SYNCBENCH_MPI(MPI_Reduce(mine.data(), longest.data(), static_cast<int>(count), MPI_INT64_T, MPI_MAX, 0,
                           communicator_.handle()));
  for (std::size_t i = 0; i < longest.size(); ++i) {
    if (longest[i] == kLate) continue;
    series_.push_back(longest[i]);
    iterations_.push_back(first + i);
  }
}

}  // namespace syncbench::measure
