#include "kernels/payload_content.hpp"

#include <algorithm>

#include "harness/core/schedule.hpp"

namespace syncbench::kernels {
PayloadContent::PayloadContent(const Workload& workload, Rank rank, int ranks)
    : rank_(rank), ranks_(ranks), pattern_(ranks) {
  for (const Operation& operation : workload.operations) {
    const ElementType type = stored_type(operation.layout, operation.type);
    if (!tiles_.contains(type)) tiles_.emplace(type, tiles_of(type));
  }
}

PayloadContent::Tiles PayloadContent::tiles_of(ElementType type) const {
  const auto first = [&](int ranks) {
    return Tile(type, [this, ranks](std::size_t phase) { return pattern_.sum_of_first(ranks, phase); });
  };
  return {.moved = Tile(type, [](std::size_t phase) { return static_cast<std::uint8_t>(phase); }),
          .contribution = Tile(type, [this](std::size_t phase) { return pattern_.contribution(rank_, phase); }),
          .sum = Tile(type, [this](std::size_t phase) { return pattern_.sum(phase); }),
          .up_to_me = first(rank_.value + 1),
          .before_me = first(rank_.value)};
}

std::vector<Stretch> PayloadContent::whole(const Tile& tile, std::size_t phase, std::size_t count) const {
  return {{.tile = &tile, .phase = phase, .first = 0, .count = count}};
}

// A block for each rank, shifted by shift(rank).
template <class Shift>
std::vector<Stretch> PayloadContent::blocks(const Tile& tile, std::size_t phase, std::size_t count, Shift shift) const {
  std::vector<Stretch> all;
  for (int rank = 0; rank < ranks_; ++rank) {
    all.push_back({.tile = &tile,
                   .phase = phase + shift(Rank{rank}),
                   .first = static_cast<std::size_t>(rank) * count,
                   .count = count});
  }
  return all;
}

// What the messages of a pattern bring to this rank, in the order of the blocks.
std::vector<Stretch> PayloadContent::brought(const Operation& pattern, const Tile& moved, std::size_t phase) const {
  std::vector<Stretch> all;
  for (const ScheduledReceive& each : schedule_of(pattern.collective, rank_, ranks_, pattern.root).receives) {
    all.push_back({.tile = &moved,
                   .phase = phase + Pattern::source_shift(each.origin),
                   .first = each.block * pattern.count,
                   .count = pattern.count});
  }
  std::sort(all.begin(), all.end(), [](const Stretch& a, const Stretch& b) { return a.first < b.first; });
  return all;
}

std::vector<Stretch> PayloadContent::sent(const Operation& operation, std::size_t phase) const {
  const Tiles& tiles = tiles_.at(stored_type(operation.layout, operation.type));
  const std::size_t mine = phase + Pattern::source_shift(rank_);
  switch (operation.collective) {
    case Collective::barrier:
      return {};
    case Collective::allreduce:
    case Collective::reduce:
    case Collective::scan:
    case Collective::exscan:
      return whole(tiles.contribution, phase, operation.count);
    case Collective::reduce_scatter:
      return blocks(tiles.contribution, phase, operation.count, Pattern::block_shift);
    case Collective::all_to_all:
      return blocks(tiles.moved, mine, operation.count, Pattern::block_shift);
    case Collective::scatter:
      if (rank_ != operation.root) return {};
      return blocks(tiles.moved, mine, operation.count, Pattern::block_shift);
    case Collective::broadcast:
      if (rank_ != operation.root) return {};
      break;
    case Collective::allgather:
    case Collective::gather:
    case Collective::ring:
    case Collective::centre:
      break;
  }
  return whole(tiles.moved, mine, operation.count);
}

std::vector<Stretch> PayloadContent::wanted(const Operation& operation, std::size_t phase) const {
  const Tiles& tiles = tiles_.at(stored_type(operation.layout, operation.type));
  const std::size_t count = operation.count;
  const bool at_root = rank_ == operation.root;
  const std::size_t of_root = phase + Pattern::source_shift(operation.root);
  const std::size_t my_block = Pattern::block_shift(rank_);
  switch (operation.collective) {
    case Collective::barrier:
      return {};
    case Collective::allreduce:
      return whole(tiles.sum, phase, count);
    case Collective::reduce:
      return at_root ? whole(tiles.sum, phase, count) : std::vector<Stretch>{};
    case Collective::scan:
      return whole(tiles.up_to_me, phase, count);
    case Collective::exscan:
      return rank_.value > 0 ? whole(tiles.before_me, phase, count) : std::vector<Stretch>{};
    case Collective::reduce_scatter:
      return whole(tiles.sum, phase + my_block, count);
    case Collective::broadcast:
      return at_root ? std::vector<Stretch>{} : whole(tiles.moved, of_root, count);
    case Collective::scatter:
      return whole(tiles.moved, of_root + my_block, count);
    case Collective::allgather:
      return blocks(tiles.moved, phase, count, Pattern::source_shift);
    case Collective::gather:
      return at_root ? blocks(tiles.moved, phase, count, Pattern::source_shift) : std::vector<Stretch>{};
    case Collective::all_to_all:
      return blocks(tiles.moved, phase + my_block, count, Pattern::source_shift);
    case Collective::ring:
    case Collective::centre:
      return brought(operation, tiles.moved, phase);
  }
  return {};
}

}  // namespace syncbench::kernels
