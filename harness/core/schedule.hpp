#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "harness/core/collective.hpp"
#include "harness/core/units.hpp"

namespace syncbench {

/// A message that a rank receives.
struct ScheduledReceive {
  Rank from;
  Rank origin;  ///< the rank whose send buffer the data come from; differs from `from` where data are forwarded
  std::size_t block = 0;  ///< where they go: the number of a block of the receive buffer
  bool operator==(const ScheduledReceive&) const = default;
};

/// A message that a rank sends: its own data, or data of another rank that it has received.
struct ScheduledSend {
  Rank to;
  Rank origin;                ///< the rank whose data are sent
  std::optional<Rank> after;  ///< the send starts when the message from this rank has arrived; none: at once
  bool operator==(const ScheduledSend&) const = default;
};

/// What one rank does in a pattern of messages, each in the order of posting.
struct RankSchedule {
  std::vector<ScheduledReceive> receives;
  std::vector<ScheduledSend> sends;
  bool block_for_each_rank = false;  ///< the receive buffer has a block for each rank; otherwise it is one block
};

/// One message of a whole schedule.
struct ScheduledMessage {
  Rank from, to, origin;
  bool operator==(const ScheduledMessage&) const = default;
};

/// Whether a collective is a pattern of messages, which libraries have no call for. Extents, dependencies, payload and
/// the messages of every backend follow from its schedule.
constexpr bool is_pattern(Collective collective) noexcept {
  return collective == Collective::ring || collective == Collective::centre;
}

/// The part of `rank` in a pattern; `ranks` take part, 0 … ranks - 1. The root matters only where has_root(pattern).
/// Takes time and memory in proportion to this rank's messages. Throws std::bad_alloc, and Error(internal) for what is
/// no pattern.
RankSchedule schedule_of(Collective pattern, Rank rank, int ranks, Rank root);

/// The whole schedule in rounds: a message is in the round after that of the message which it follows. Throws as
/// schedule_of(), and Error(internal) if a message waits for one that never comes.
std::vector<std::vector<ScheduledMessage>> schedule(Collective pattern, int ranks, Rank root);

}  // namespace syncbench
