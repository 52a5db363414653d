#include <set>

#include <syncbench/kernels/pattern.hpp>
#include <syncbench/testing/catch.hpp>

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

TEST_CASE("two ranks do not send the same, and neither do two iterations") {
  const Pattern pattern(4);
  const auto sequence = [&](int rank, std::size_t iteration) {
    std::vector<int> values;
    for (std::size_t element = 0; element < 100; ++element) {
      values.push_back(pattern.contribution(Rank{rank}, Pattern::phase(element, Iteration{iteration})));
    }
    return values;
  };
  std::set<std::vector<int>> seen;
  for (int rank = 0; rank < 4; ++rank) seen.insert(sequence(rank, 0));
  for (std::size_t iteration = 1; iteration < 251; ++iteration) seen.insert(sequence(0, iteration));
  CHECK(seen.size() == 254);
}

TEST_CASE("data that arrive shifted by a power of two do not match") {
  const Pattern pattern(2);
  for (std::size_t shift = 1; shift < (std::size_t{1} << 30); shift *= 2) {
    bool differs = false;
    for (std::size_t element = 0; element < 251 && !differs; ++element) {
      differs = pattern.sum(Pattern::phase(element, Iteration{0})) !=
                pattern.sum(Pattern::phase(element + shift, Iteration{0}));
    }
    CHECK(differs);
  }
}
