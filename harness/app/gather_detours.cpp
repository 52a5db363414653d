#include "harness/app/gather_detours.hpp"

#include <algorithm>
#include <cstring>
#include <exception>
#include <vector>

#include "harness/app/by_turns.hpp"
#include "harness/mpi/check.hpp"
#include "harness/mpi/exchange.hpp"

namespace syncbench::app {
namespace {

constexpr std::size_t kPiece = 65'536;  // detours: 1 MiB as they travel

std::vector<std::int64_t> counts_of_all(const mpi::Communicator& world, std::size_t own) {
  std::vector<std::int64_t> counts(static_cast<std::size_t>(world.size()));
  const auto mine = static_cast<std::int64_t>(own);
  SYNCBENCH_MPI(MPI_Allgather(&mine, 1, MPI_INT64_T, counts.data(), 1, MPI_INT64_T, world.handle()));
  return counts;
}

std::vector<std::byte> packed(std::span<const Detour> detours) {
  const auto bytes = std::as_bytes(detours);
  return {bytes.begin(), bytes.end()};
}

std::vector<results::DetourRow> rows_of(std::size_t rank, const std::vector<std::byte>& bytes) {
  std::vector<Detour> detours(bytes.size() / sizeof(Detour));
  if (!detours.empty()) std::memcpy(detours.data(), bytes.data(), bytes.size());
  std::vector<results::DetourRow> rows;
  rows.reserve(detours.size());
  for (const Detour& each : detours)
    rows.push_back({static_cast<std::int64_t>(rank), each.when.count(), each.length.count()});
  return rows;
}

}  // namespace

DetourTotals total_detours(const mpi::Communicator& world, const measure::Heard& heard) {
  std::int64_t longest = 0;
  for (const Detour& each : heard.log.kept()) longest = std::max(longest, each.length.count());
  const auto highest = mpi::highest_over_ranks(world, {longest, heard.step.count()});
  std::int64_t sums[2]{static_cast<std::int64_t>(heard.log.kept().size()), static_cast<std::int64_t>(heard.log.lost())};
  SYNCBENCH_MPI(MPI_Allreduce(MPI_IN_PLACE, sums, 2, MPI_INT64_T, MPI_SUM, world.handle()));
  return {.kept = static_cast<std::size_t>(sums[0]),
          .lost = static_cast<std::uint64_t>(sums[1]),
          .longest = Nanos{highest[0]},
          .threshold = heard.threshold,
          .step = Nanos{highest[1]}};
}

void add_totals(results::PointHeader& header, const DetourTotals& totals) {
  header.attributes["threshold_ns"] = totals.threshold.count();
  header.attributes["step_ns"] = totals.step.count();
  header.attributes["detours_lost"] = static_cast<std::int64_t>(totals.lost);
}

void gather_detours(const mpi::Communicator& world, std::span<const Detour> own,
                    const std::function<void(std::span<const results::DetourRow>)>& take) {
  static_assert(std::is_trivially_copyable_v<Detour>);
  const auto counts = counts_of_all(world, own.size());
  std::exception_ptr failure;  // rank 0 goes on asking, or the others would wait for ever
  for (std::size_t rank = 0; rank < counts.size(); ++rank) {
    const auto count = static_cast<std::size_t>(counts[rank]);
    for (std::size_t first = 0; first < count; first += kPiece) {
      const std::size_t size = std::min(kPiece, count - first);
      const bool mine = static_cast<std::size_t>(world.rank().value) == rank;
      std::vector<std::byte> piece = mine ? packed(own.subspan(first, size)) : std::vector<std::byte>();
      if (!world.is_root()) {
        if (mine) send_when_asked(world, piece);
        continue;
      }
      if (!mine) {
        piece.resize(size * sizeof(Detour));
        ask(world, rank, piece);
      }
      try {
        if (!failure) take(rows_of(rank, piece));
      } catch (...) {
        failure = std::current_exception();
      }
    }
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace syncbench::app
