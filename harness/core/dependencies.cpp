#include "harness/core/dependencies.hpp"

#include <algorithm>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

std::size_t place_of(Rank rank, std::span<const Rank> participants) {
  const auto found = std::find(participants.begin(), participants.end(), rank);
  if (found == participants.end())
    throw Error(ExitCode::internal, "a rank outside the operation's participants was asked about");
  return static_cast<std::size_t>(found - participants.begin());
}

}  // namespace

std::vector<Rank> dependencies(Collective collective, Rank rank, Rank root, std::span<const Rank> participants) {
  const std::size_t place = place_of(rank, participants);
  const auto first = [&](std::size_t count) {
    return std::vector<Rank>(participants.begin(), participants.begin() + static_cast<std::ptrdiff_t>(count));
  };
  switch (collective) {
    case Collective::broadcast:
    case Collective::scatter:
      place_of(root, participants);
      return {root};
    case Collective::reduce:
    case Collective::gather:
    case Collective::centre: {
      place_of(root, participants);
      const bool needs_all = rank == root;
      if (needs_all) return first(participants.size());
      if (collective == Collective::centre) return {root};  // the answer comes from the root
      return {rank};
    }
    case Collective::scan:
      return first(place + 1);
    case Collective::exscan:
      return place == 0 ? std::vector<Rank>{rank} : first(place);
    case Collective::ring:
      return {participants[(place + participants.size() - 1) % participants.size()]};
    case Collective::allreduce:
    case Collective::barrier:
    case Collective::reduce_scatter:
    case Collective::allgather:
    case Collective::all_to_all:
      break;
  }
  return first(participants.size());
}

}  // namespace syncbench
