#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/timeline.hpp"
#include "harness/core/warmup.hpp"
#include "harness/mpi/communicator.hpp"

namespace syncbench::measure {

/// The statistic of a point's iterations while it is measured (the longest leave − enter of any rank; kUnknownTime
/// where some rank started late), which rank 0 needs to decide when the point has been measured enough.
class IterationStatistic {
 public:
  /// The communicator outlives the object.
  explicit IterationStatistic(const mpi::Communicator& communicator) : communicator_(communicator) {}

  /// Reduces the iterations that the timeline has more than at the last time. Collective, with timelines of equal
  /// length; blocks. Throws Error(internal).
  void catch_up(const Timeline& timeline);

  /// On rank 0, in the order of measurement, ns; empty elsewhere.
  std::span<const std::int64_t> series() const noexcept { return series_; }

  /// The same in blocks. `blocks`: the number of the block of every iteration; numbers ascend from 0 without a gap.
  BlockedSeries in_blocks(std::span<const std::uint16_t> blocks) const;

 private:
  void reduce(const Timeline& timeline, std::size_t first, std::size_t count);

  const mpi::Communicator& communicator_;
  std::size_t seen_ = 0;
  std::vector<std::int64_t> series_;
};

}  // namespace syncbench::measure
