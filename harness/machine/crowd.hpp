#pragma once

#include <cstddef>
#include <set>
#include <span>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench::machine {

/// Where one rank may run, as numbers.
struct BoundRank {
  Rank rank;
  NodeIndex node;
  std::vector<int> processors;
  std::vector<int> cores;
};

/// Ranks of one node that compete for processors, and the processors and cores that they compete for.
struct Crowd {
  std::vector<Rank> ranks;  ///< ascending if the seats were
  std::set<int> processors;
  std::set<int> cores;
};

/// Seats are those of one node. Several ranks that are bound to one core and to the same one.
std::vector<Crowd> crowds_on_one_core(std::span<const BoundRank> seats);

/// Ranks whose cores overlap, directly or through other ranks: each rank is in exactly one crowd.
std::vector<Crowd> overlapping(std::span<const BoundRank> seats);

/// Crowds taken together.
Crowd united(std::span<const Crowd> crowds);

}  // namespace syncbench::machine
