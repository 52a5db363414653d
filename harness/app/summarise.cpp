#include "harness/app/summarise.hpp"

#include <algorithm>
#include <array>

#include "harness/core/quantile.hpp"
#include "harness/mpi/check.hpp"

namespace syncbench::app {
namespace {

// Of them, the shortest comes first and the longest last.
constexpr std::array<std::uint32_t, 27> kMillionths{0,       1'000,   5'000,   10'000,  20'000,  50'000,   100'000,
                                                    200'000, 250'000, 300'000, 400'000, 500'000, 600'000,  700'000,
                                                    750'000, 800'000, 900'000, 950'000, 980'000, 990'000,  995'000,
                                                    998'000, 999'000, 999'500, 999'800, 999'900, 1'000'000};

// Nothing for a rank that took no part: less than any time.
std::int64_t time_of(const Timeline& timeline, std::size_t iteration) {
  const std::int64_t enter = timeline.enters()[iteration];
  return enter == kAbsent ? kAbsent : timeline.leaves()[iteration] - enter;
}

constexpr std::size_t kStretch = std::size_t{1} << 16;  // iterations that are reduced at once

// The longest time of every iteration, on rank 0.
std::vector<std::int64_t> slowest(const mpi::Communicator& world, const Timeline& timeline) {
  std::vector<std::int64_t> longest(world.is_root() ? timeline.size() : 0), mine;
  for (std::size_t first = 0; first < timeline.size(); first += kStretch) {
    const std::size_t count = std::min(kStretch, timeline.size() - first);
    mine.clear();
    for (std::size_t i = first; i < first + count; ++i) mine.push_back(time_of(timeline, i));
    SYNCBENCH_MPI(MPI_Reduce(mine.data(), world.is_root() ? longest.data() + first : nullptr, static_cast<int>(count),
                             MPI_INT64_T, MPI_MAX, 0, world.handle()));
  }
  return longest;
}

// The strongest status of every iteration, on every rank.
std::vector<std::uint8_t> strongest(const mpi::Communicator& world, const Timeline& timeline) {
  std::vector<std::uint8_t> status(timeline.statuses().begin(), timeline.statuses().end());
  for (std::size_t first = 0; first < status.size(); first += kStretch) {
    const std::size_t count = std::min(kStretch, status.size() - first);
    SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, status.data() + first, static_cast<int>(count), MPI_UINT8_T, MPI_MAX,
                                world.handle()));
  }
  return status;
}

bool counts(std::uint8_t status) noexcept { return status < static_cast<std::uint8_t>(SampleStatus::late_start); }

std::vector<std::int64_t> own_quantiles(const Timeline& timeline, const std::vector<std::uint8_t>& status,
                                        std::size_t warmup) {
  std::vector<std::int64_t> times;
  for (std::size_t i = warmup; i < timeline.size(); ++i) {
    const std::int64_t time = time_of(timeline, i);
    if (counts(status[i]) && time != kAbsent) times.push_back(time);
  }
  if (times.empty()) return std::vector<std::int64_t>(kMillionths.size(), kAbsent);
  std::sort(times.begin(), times.end());
  std::vector<std::int64_t> quantiles;
  for (const std::uint32_t level : kMillionths) quantiles.push_back(quantile_of_sorted(times, Quantile{level}));
  return quantiles;
}

}  // namespace

results::PointSummary summarise(const mpi::Communicator& world, const Timeline& timeline, std::size_t warmup) {
  results::PointSummary summary{
      .slowest = slowest(world, timeline), .status = strongest(world, timeline), .levels = {}, .sketch = {}};
  for (const std::uint32_t level : kMillionths) summary.levels.push_back(Quantile{level}.probability());
  const std::vector<std::int64_t> mine = own_quantiles(timeline, summary.status, warmup);
  const auto count = static_cast<int>(mine.size());
  if (world.is_root()) summary.sketch.resize(mine.size() * static_cast<std::size_t>(world.size()));
  SYNCBENCH_MPI(
      MPI_Gather(mine.data(), count, MPI_INT64_T, summary.sketch.data(), count, MPI_INT64_T, 0, world.handle()));
  return summary;
}

}  // namespace syncbench::app
