#include "harness/measure/iteration_statistic.hpp"

#include <algorithm>

#include "harness/core/quantile_estimate.hpp"
#include "harness/mpi/check.hpp"

namespace syncbench::measure {
namespace {

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
  for (std::size_t place = 0; place < series_.size(); ++place) {
    while (series.begins.size() <= blocks[place]) series.begins.push_back(place);
  }
  return series;
}

void IterationStatistic::reduce(const Timeline& timeline, std::size_t first, std::size_t count) {
  std::vector<std::int64_t> mine(count), longest(communicator_.is_root() ? count : 0);
  for (std::size_t i = 0; i < count; ++i) {
    const bool late = timeline.statuses()[first + i] == static_cast<std::uint8_t>(SampleStatus::late_start);
    mine[i] = late ? kUnknownTime : timeline.leaves()[first + i] - timeline.enters()[first + i];
  }
  SYNCBENCH_MPI(MPI_Reduce(mine.data(), longest.data(), static_cast<int>(count), MPI_INT64_T, MPI_MAX, 0,
                           communicator_.handle()));
  // Longer than any time, so that it is the maximum over ranks where one of them started late.
  series_.insert(series_.end(), longest.begin(), longest.end());
}

}  // namespace syncbench::measure
