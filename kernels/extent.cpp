#include "kernels/extent.hpp"

#include "harness/core/schedule.hpp"

namespace syncbench::kernels {
namespace {

// A block for each rank, one block, or nothing.
std::size_t received_blocks(const RankSchedule& part, int ranks) {
  if (part.block_for_each_rank) return static_cast<std::size_t>(ranks);
  return part.receives.empty() ? 0 : 1;
}

}  // namespace

Extent extent_of(const Operation& operation, Rank rank, int ranks) {
  const std::size_t count = operation.count;
  const std::size_t all = count * static_cast<std::size_t>(ranks);
  const bool root = rank == operation.root;
  switch (operation.collective) {
    case Collective::barrier:
      return {};
    case Collective::broadcast:
      return root ? Extent{count, 0} : Extent{0, count};
    case Collective::reduce:
      return {count, root ? count : 0};
    case Collective::gather:
      return {count, root ? all : 0};
    case Collective::exscan:
      return {count, rank.value == 0 ? 0 : count};
    case Collective::scatter:
      return {root ? all : 0, count};
    case Collective::allgather:
      return {count, all};
    case Collective::reduce_scatter:
      return {all, count};
    case Collective::all_to_all:
      return {all, all};
    case Collective::allreduce:
    case Collective::scan:
      break;
    case Collective::ring:
    case Collective::centre:
      return {count, count * received_blocks(schedule_of(operation.collective, rank, ranks, operation.root), ranks)};
  }
  return {count, count};
}

}  // namespace syncbench::kernels
