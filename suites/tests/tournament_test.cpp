#include "suites/suite/tournament.hpp"

#include <set>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using suite::Pair;

TEST_CASE("every pair meets exactly once, in as few rounds as can be, and nobody is in two pairs of a round") {
  for (int ranks = 2; ranks <= 9; ++ranks) {
    const auto rounds = suite::tournament(ranks);
    CHECK(rounds.size() == static_cast<std::size_t>(ranks % 2 == 0 ? ranks - 1 : ranks));
    std::set<Pair> seen;
    for (const auto& round : rounds) {
      std::set<Rank> busy;
      for (const Pair& pair : round) {
        CHECK(pair.first < pair.second);
        CHECK(pair.first.value >= 0);
        CHECK(pair.second.value < ranks);
        CHECK(seen.insert(pair).second);
        CHECK(busy.insert(pair.first).second);
        CHECK(busy.insert(pair.second).second);
      }
      CHECK(round.size() == static_cast<std::size_t>(ranks / 2));
    }
    CHECK(seen.size() == static_cast<std::size_t>(ranks * (ranks - 1) / 2));
  }
}

TEST_CASE("four ranks meet in three rounds") {
  const auto rounds = suite::tournament(4);
  const auto pair = [](int a, int b) { return Pair{Rank{a}, Rank{b}}; };
  CHECK(rounds[0] == std::vector<Pair>{pair(0, 3), pair(1, 2)});
  CHECK(rounds[1] == std::vector<Pair>{pair(0, 2), pair(1, 3)});
  CHECK(rounds[2] == std::vector<Pair>{pair(0, 1), pair(2, 3)});
}

TEST_CASE("one rank has nobody to meet") { CHECK(suite::tournament(1).empty()); }
