#include "harness/core/schedule.hpp"

#include <algorithm>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

RankSchedule ring(Rank rank, int ranks) {
  const Rank before{(rank.value + ranks - 1) % ranks}, next{(rank.value + 1) % ranks};
  return {.receives = {{.from = before, .origin = before, .block = 0}},
          .sends = {{.to = next, .origin = rank, .after = {}}},
          .block_for_each_rank = false};
}

// Every rank asks the root, which answers each as soon as its question has arrived.
RankSchedule centre(Rank rank, int ranks, Rank root) {
  if (rank != root) {
    return {.receives = {{.from = root, .origin = root, .block = 0}},
            .sends = {{.to = root, .origin = rank, .after = {}}},
            .block_for_each_rank = false};
  }
  RankSchedule part{.receives = {}, .sends = {}, .block_for_each_rank = true};
  for (Rank other{0}; other.value < ranks; ++other.value) {
    if (other == root) continue;
    part.receives.push_back({.from = other, .origin = other, .block = static_cast<std::size_t>(other.value)});
    part.sends.push_back({.to = other, .origin = root, .after = other});
  }
  return part;
}

// A send that has not been put into a round yet.
struct Waiting {
  ScheduledMessage message;
  std::optional<Rank> after;
};

bool has_arrived(const Waiting& send, const std::vector<std::vector<ScheduledMessage>>& rounds) {
  if (!send.after) return true;
  return std::any_of(rounds.begin(), rounds.end(), [&](const std::vector<ScheduledMessage>& round) {
    return std::any_of(round.begin(), round.end(), [&](const ScheduledMessage& each) {
      return each.from == *send.after && each.to == send.message.from;
    });
  });
}

}  // namespace

RankSchedule schedule_of(Collective pattern, Rank rank, int ranks, Rank root) {
  if (pattern == Collective::ring) return ring(rank, ranks);
  if (pattern == Collective::centre) return centre(rank, ranks, root);
  throw Error(ExitCode::internal, "the messages of a library's collective are not known");
}

std::vector<std::vector<ScheduledMessage>> schedule(Collective pattern, int ranks, Rank root) {
  std::vector<Waiting> waiting;
  for (Rank rank{0}; rank.value < ranks; ++rank.value) {
    for (const ScheduledSend& send : schedule_of(pattern, rank, ranks, root).sends)
      waiting.push_back({{.from = rank, .to = send.to, .origin = send.origin}, send.after});
  }
  std::vector<std::vector<ScheduledMessage>> rounds;
  while (!waiting.empty()) {
    const auto later = std::stable_partition(waiting.begin(), waiting.end(),
                                             [&](const Waiting& send) { return has_arrived(send, rounds); });
    if (later == waiting.begin())
      throw Error(ExitCode::internal, "a message of a pattern waits for one that never comes");
    std::vector<ScheduledMessage>& round = rounds.emplace_back();
    std::transform(waiting.begin(), later, std::back_inserter(round), [](const Waiting& each) { return each.message; });
    waiting.erase(waiting.begin(), later);
  }
  return rounds;
}

}  // namespace syncbench
