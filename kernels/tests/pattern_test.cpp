#include "kernels/pattern.hpp"

#include <set>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using kernels::Pattern;

TEST_CASE("the sum over ranks is the sum of what ranks contribute, and small enough for every type") {
  for (const int ranks : {1, 2, 3, 64, 65, 1000}) {
    const Pattern pattern(ranks);
    for (std::size_t phase = 0; phase < Pattern::kPeriod; ++phase) {
      int sum = 0;
      for (int rank = 0; rank < ranks; ++rank) sum += pattern.contribution(Rank{rank}, phase);
      REQUIRE(sum <= 192);
      REQUIRE(pattern.sum(phase) == sum);
    }
  }
}

TEST_CASE("among 64 ranks everyone contributes to every element, so one too few or too many always shows") {
  const Pattern pattern(64);
  for (std::size_t phase = 0; phase < Pattern::kPeriod; ++phase) {
    for (int rank = 0; rank < 64; ++rank) {
      REQUIRE(pattern.contribution(Rank{rank}, phase) >= 1);
      REQUIRE(pattern.contribution(Rank{rank}, phase) <= 3);
    }
  }
}

TEST_CASE("with more ranks each contributes within a few elements") {
  const Pattern pattern(1000);  // 16 neighbours take turns
  for (int rank = 0; rank < 1000; ++rank) {
    bool contributes = false;
    for (std::size_t phase = 0; phase < 16; ++phase) contributes |= pattern.contribution(Rank{rank}, phase) > 0;
    REQUIRE(contributes);
  }
}

TEST_CASE("a prefix sum grows by what each rank contributes") {
  const Pattern pattern(5);
  for (std::size_t phase = 0; phase < Pattern::kPeriod; ++phase) {
    CHECK(pattern.sum_of_first(0, phase) == 0);
    CHECK(pattern.sum_of_first(3, phase) == pattern.sum_of_first(2, phase) + pattern.contribution(Rank{2}, phase));
    CHECK(pattern.sum_of_first(5, phase) == pattern.sum(phase));
  }
}

TEST_CASE("two ranks do not contribute the same, and neither do two iterations nor two operations of a storm") {
  const Pattern pattern(4);
  const auto sequence = [&](int rank, std::size_t place, std::size_t iteration) {
    std::vector<int> values;
    for (std::size_t element = 0; element < 100; ++element) {
      const std::size_t phase = (Pattern::phase(place, Iteration{iteration}) + element) % Pattern::kPeriod;
      values.push_back(pattern.contribution(Rank{rank}, phase));
    }
    return values;
  };
  std::set<std::vector<int>> seen;
  for (int rank = 0; rank < 4; ++rank) seen.insert(sequence(rank, 0, 0));
  for (std::size_t iteration = 1; iteration < 251; ++iteration) seen.insert(sequence(0, 0, iteration));
  CHECK(seen.size() == 254);
  std::set<std::vector<int>> places;
  for (std::size_t place = 0; place < 251; ++place) places.insert(sequence(0, place, 0));
  CHECK(places.size() == 251);
}

TEST_CASE("a single element that was moved shows source, block, place and iteration") {
  const auto phase = [](int source, int block, std::size_t place, std::size_t iteration) {
    return (Pattern::phase(place, Iteration{iteration}) + Pattern::source_shift(Rank{source}) +
            Pattern::block_shift(Rank{block})) %
           Pattern::kPeriod;
  };
  std::set<std::size_t> sources, blocks, places, iterations;
  for (int i = 0; i < 251; ++i) {
    const auto n = static_cast<std::size_t>(i);
    sources.insert(phase(i, 1, 1, 1));
    blocks.insert(phase(1, i, 1, 1));
    places.insert(phase(1, 1, n, 1));
    iterations.insert(phase(1, 1, 1, n));
  }
  CHECK(sources.size() == 251);
  CHECK(blocks.size() == 251);
  CHECK(places.size() == 251);
  CHECK(iterations.size() == 251);
  CHECK(phase(1, 2, 0, 0) != phase(2, 1, 0, 0));  // 89 + 14 and 178 + 7: an all-to-all the wrong way round
}

TEST_CASE("data that arrive shifted by a power of two do not match") {
  const Pattern pattern(2);
  for (std::size_t shift = 1; shift < (std::size_t{1} << 30); shift *= 2) {
    bool differs = false;
    for (std::size_t phase = 0; phase < Pattern::kPeriod && !differs; ++phase)
      differs = pattern.sum(phase) != pattern.sum((phase + shift) % Pattern::kPeriod);
    CHECK(differs);
  }
}
