#include "harness/app/clock_record.hpp"

#include <algorithm>
#include <set>

#include "harness/machine/host.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

results::ClockRow row_of(std::int64_t rank, const ClockFix& fix) {
  return {.rank = rank,
          .when_ns = fix.when.count(),
          .offset_ns = fix.offset.count(),
          .slope = fix.slope,
          .bound_ns = fix.bound.count(),
          .half_width_ns = fix.half_width.count(),
          .residual_ns = fix.residual.count()};
}

}  // namespace

std::vector<results::ClockRow> gather_clock_rows(const mpi::Communicator& world, const mpi::ClockSync& clocks,
                                                 std::size_t first) {
  const auto& history = clocks.history();
  const std::size_t count = history.size() - first;  // synchronising is collective: the same on all ranks
  std::vector<ClockFix> all(world.is_root() ? count * static_cast<std::size_t>(world.size()) : 0);
  const auto bytes = static_cast<int>(count * sizeof(ClockFix));
  SYNCBENCH_MPI(MPI_Gather(history.data() + first, bytes, MPI_BYTE, all.data(), bytes, MPI_BYTE, 0, world.handle()));
  std::vector<results::ClockRow> rows;
  rows.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i) rows.push_back(row_of(static_cast<std::int64_t>(i / count), all[i]));
  return rows;
}

std::vector<std::string> contradicted_hosts(const mpi::Communicator& world, const mpi::ClockSync& clocks,
                                            std::size_t first) {
  const auto& places = clocks.contradictions();
  const bool mine = std::any_of(places.begin(), places.end(), [first](std::size_t place) { return place >= first; });
  if (mpi::range_over_ranks(world, mine ? 1 : 0).highest == 0) return {};
  const auto hosts = mpi::allgather_texts(world, mine ? machine::host_name() : std::string());
  std::set<std::string> named(hosts.begin(), hosts.end());
  named.erase("");
  return {named.begin(), named.end()};
}

}  // namespace syncbench::app
