#include "suites/suite/tournament.hpp"

#include <algorithm>

namespace syncbench::suite {

std::vector<std::vector<Pair>> tournament(int ranks) {
  if (ranks < 2) return {};
  const int players = ranks + ranks % 2;  // with an odd number, the last one's opponent sits out
  const int others = players - 1;
  std::vector<std::vector<Pair>> rounds;
  for (int round = 0; round < others; ++round) {
    std::vector<Pair> pairs;
    const auto add = [&](int a, int b) {
      if (std::max(a, b) < ranks) pairs.emplace_back(Rank{std::min(a, b)}, Rank{std::max(a, b)});
    };
    add(others, round);
    for (int i = 1; i < players / 2; ++i) add((round + i) % others, (round + others - i) % others);
    std::sort(pairs.begin(), pairs.end());
    rounds.push_back(std::move(pairs));
  }
  return rounds;
}

}  // namespace syncbench::suite
