#include "harness/core/schedule.hpp"

#include <algorithm>
#include <set>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

namespace {

std::vector<Collective> patterns() {
  std::vector<Collective> all;
  for (const auto& [collective, name] : Names<Collective>::table) {
    if (is_pattern(collective)) all.push_back(collective);
  }
  return all;
}

// Calls check(pattern, ranks, root) for every pattern, every root of 1 to 9 ranks.
template <class Check>
void for_each_case(Check check) {
  for (const Collective pattern : patterns()) {
    for (int ranks = 1; ranks <= 9; ++ranks) {
      for (Rank root{0}; root.value < ranks; ++root.value) check(pattern, ranks, root);
    }
  }
}

}  // namespace

TEST_CASE("in a ring each rank sends to the next in one round") {
  CHECK(schedule(Collective::ring, 3, Rank{0}) ==
        std::vector<std::vector<ScheduledMessage>>{
            {{Rank{0}, Rank{1}, Rank{0}}, {Rank{1}, Rank{2}, Rank{1}}, {Rank{2}, Rank{0}, Rank{2}}}});
}

TEST_CASE("a centre is asked by all in the first round and answers them in the second") {
  CHECK(schedule(Collective::centre, 3, Rank{1}) ==
        std::vector<std::vector<ScheduledMessage>>{{{Rank{0}, Rank{1}, Rank{0}}, {Rank{2}, Rank{1}, Rank{2}}},
                                                   {{Rank{1}, Rank{0}, Rank{1}}, {Rank{1}, Rank{2}, Rank{1}}}});
}

TEST_CASE("what a rank sends is what another rank receives, once") {
  for_each_case([](Collective pattern, int ranks, Rank root) {
    std::multiset<std::vector<int>> sent, received;
    for (Rank rank{0}; rank.value < ranks; ++rank.value) {
      const RankSchedule part = schedule_of(pattern, rank, ranks, root);
      for (const ScheduledSend& each : part.sends) sent.insert({rank.value, each.to.value, each.origin.value});
      for (const ScheduledReceive& each : part.receives)
        received.insert({each.from.value, rank.value, each.origin.value});
    }
    INFO(name_of(pattern) << " of " << ranks << " with root " << root.value);
    CHECK(sent == received);
  });
}

TEST_CASE("blocks lie within the receive buffer, and none is written twice") {
  for_each_case([](Collective pattern, int ranks, Rank root) {
    for (Rank rank{0}; rank.value < ranks; ++rank.value) {
      const RankSchedule part = schedule_of(pattern, rank, ranks, root);
      std::set<std::size_t> blocks;
      for (const ScheduledReceive& each : part.receives) blocks.insert(each.block);
      INFO(name_of(pattern) << " of " << ranks << " with root " << root.value << ", rank " << rank.value);
      CHECK(blocks.size() == part.receives.size());
      if (!blocks.empty()) CHECK(*blocks.rbegin() < (part.block_for_each_rank ? static_cast<std::size_t>(ranks) : 1));
    }
  });
}

TEST_CASE("a rank forwards only data that it has, after the message that brought them") {
  for_each_case([](Collective pattern, int ranks, Rank root) {
    CHECK_NOTHROW(schedule(pattern, ranks, root));
    for (Rank rank{0}; rank.value < ranks; ++rank.value) {
      const RankSchedule part = schedule_of(pattern, rank, ranks, root);
      for (const ScheduledSend& send : part.sends) {
        if (send.origin == rank) continue;
        INFO(name_of(pattern) << " of " << ranks << " with root " << root.value << ", rank " << rank.value);
        CHECK(std::any_of(part.receives.begin(), part.receives.end(), [&](const ScheduledReceive& each) {
          return each.origin == send.origin && send.after == each.from;
        }));
      }
    }
  });
}

TEST_CASE("a library's collective has no schedule") {
  CHECK_THROWS_AS(schedule_of(Collective::allreduce, Rank{0}, 2, Rank{0}), Error);
}
