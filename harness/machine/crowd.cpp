#include "harness/machine/crowd.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace syncbench::machine {
namespace {

void absorb(Crowd& crowd, const Crowd& other) {
  crowd.ranks.insert(crowd.ranks.end(), other.ranks.begin(), other.ranks.end());
  crowd.processors.insert(other.processors.begin(), other.processors.end());
  crowd.cores.insert(other.cores.begin(), other.cores.end());
  std::sort(crowd.ranks.begin(), crowd.ranks.end());
}

Crowd alone(const BoundRank& seat) {
  return {{seat.rank}, {seat.processors.begin(), seat.processors.end()}, {seat.cores.begin(), seat.cores.end()}};
}

bool overlap(const Crowd& crowd, const BoundRank& seat) {
  return std::any_of(seat.cores.begin(), seat.cores.end(), [&](int core) { return crowd.cores.contains(core); });
}

}  // namespace

std::vector<Crowd> crowds_on_one_core(std::span<const BoundRank> seats) {
  std::map<int, Crowd> by_core;
  for (const BoundRank& seat : seats) {
    if (seat.cores.size() == 1) absorb(by_core[seat.cores.front()], alone(seat));
  }
  std::vector<Crowd> crowds;
  for (const auto& [core, crowd] : by_core) {
    if (crowd.ranks.size() > 1) crowds.push_back(crowd);
  }
  return crowds;
}

std::vector<Crowd> overlapping(std::span<const BoundRank> seats) {
  std::vector<Crowd> crowds;
  for (const BoundRank& seat : seats) {
    Crowd joined = alone(seat);
    for (const Crowd& crowd : crowds) {
      if (overlap(crowd, seat)) absorb(joined, crowd);
    }
    std::erase_if(crowds, [&](const Crowd& crowd) { return overlap(crowd, seat); });
    crowds.push_back(std::move(joined));
  }
  return crowds;
}

Crowd united(std::span<const Crowd> crowds) {
  Crowd all;
  for (const Crowd& crowd : crowds) absorb(all, crowd);
  return all;
}

}  // namespace syncbench::machine
