#include "harness/core/dependencies.hpp"

#include <algorithm>

#include "harness/core/error.hpp"
#include "harness/core/schedule.hpp"

namespace syncbench {
namespace {

std::size_t place_of(Rank rank, std::span<const Rank> participants) {
  const auto found = std::find(participants.begin(), participants.end(), rank);
  if (found == participants.end())
    throw Error(ExitCode::internal, "a rank outside the operation's participants was asked about");
  return static_cast<std::size_t>(found - participants.begin());
}

// The ranks whose data a message brings to the participant at `place`, or itself where none does.
std::vector<Rank> origins(Collective pattern, std::size_t place, std::size_t root, std::span<const Rank> participants) {
  const auto rank_at = [](std::size_t at) { return Rank{static_cast<int>(at)}; };
  std::vector<int> places;
  for (const ScheduledReceive& each :
       schedule_of(pattern, rank_at(place), static_cast<int>(participants.size()), rank_at(root)).receives)
    places.push_back(each.origin.value);
  std::sort(places.begin(), places.end());
  places.erase(std::unique(places.begin(), places.end()), places.end());
  std::vector<Rank> ranks;
  for (const int each : places) ranks.push_back(participants[static_cast<std::size_t>(each)]);
  if (ranks.empty()) ranks.push_back(participants[place]);
  return ranks;
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
      place_of(root, participants);
      return rank == root ? first(participants.size()) : std::vector<Rank>{rank};
    case Collective::scan:
      return first(place + 1);
    case Collective::exscan:
      return place == 0 ? std::vector<Rank>{rank} : first(place);
    case Collective::ring:
    case Collective::centre:
      return origins(collective, place, has_root(collective) ? place_of(root, participants) : 0, participants);
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
