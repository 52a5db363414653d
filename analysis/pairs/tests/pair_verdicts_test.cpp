#include "analysis/pairs/pair_verdicts.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/tests/late_run.hpp"
#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;
using syncbench::analysis::testing::noise;

namespace {

constexpr double kReach = 0.02;

// Every pair of so many places: e^3 ns, the more by so much as the function says.
template <class More>
std::vector<PairTime> every_pair(std::size_t places, More more) {
  std::vector<PairTime> pairs;
  for (std::size_t a = 0; a < places; ++a) {
    for (std::size_t b = a + 1; b < places; ++b) pairs.push_back({a, b, 3 + more(a, b), kReach});
  }
  return pairs;
}

bool is_pair(const PairTime& pair, std::size_t a, std::size_t b) { return pair.a == a && pair.b == b; }

// Nearly normal with deviation 1: twelve even draws.
double normal(std::uint32_t seed, std::size_t which, std::size_t stream) {
  constexpr std::int64_t kSteps = 1'000'000;
  double sum = -6;
  for (std::size_t i = 0; i < 12; ++i)
    sum += static_cast<double>(noise(seed, stream, 12 * which + i, kSteps)) / static_cast<double>(kSteps);
  return sum;
}

// Every pair 5 % up or down, and 5 % with each of its places.
std::vector<PairTime> healthy(std::uint32_t seed, std::size_t places) {
  return every_pair(places, [=](std::size_t a, std::size_t b) {
    return 0.05 * (normal(seed, places * a + b, 0) + normal(seed, a, 1) + normal(seed, b, 1));
  });
}

const double kTwice = std::log(2.0);

}  // namespace

TEST_CASE("a slow place is named, its partners are not") {
  for (const std::size_t places : {3U, 4U, 5U, 8U}) {
    for (std::size_t slow = 0; slow < places; ++slow) {
      const auto pairs =
          every_pair(places, [=](std::size_t a, std::size_t b) { return a == slow || b == slow ? kTwice : 0; });
      const PairVerdicts found = judge_pairs(places, pairs);
      REQUIRE(found.places.size() == 1);
      CHECK(found.places[0].place == slow);
      CHECK(found.places[0].slow == places - 1);
      CHECK(found.places[0].of == places - 1);
      CHECK(std::abs(found.places[0].factor.mean - 2) < 1e-9);
      CHECK(found.places[0].factor.lower > 1.9);
      CHECK(found.places[0].factor.upper < 2.1);
      CHECK(found.links.empty());
    }
  }
}

TEST_CASE("a slow pair whose places are fast with others is named, and no place for it") {
  for (const std::size_t places : {3U, 4U, 5U, 8U}) {
    const auto pairs = every_pair(places, [](std::size_t a, std::size_t b) { return a == 0 && b == 2 ? kTwice : 0; });
    const PairVerdicts found = judge_pairs(places, pairs);
    REQUIRE(found.links.size() == 1);
    CHECK(is_pair(pairs[found.links[0].pair], 0, 2));
    CHECK(std::abs(found.links[0].factor.mean - 2) < 1e-9);
    CHECK(found.places.empty());
  }
}

TEST_CASE("two of three places tell nothing: one slow pair of two is nobody's") {
  const PairVerdicts found = judge_pairs(3, std::vector<PairTime>{{0, 1, 3, kReach}, {0, 2, 3 + kTwice, kReach}});
  CHECK(found.places.empty());
  CHECK(found.links.empty());
  CHECK_FALSE(found.effects.effects[2]);
}

TEST_CASE("with two places nobody is accused") {
  const PairVerdicts found = judge_pairs(2, std::vector<PairTime>{{0, 1, 30, kReach}});
  CHECK(found.places.empty());
  CHECK(found.links.empty());
}

TEST_CASE("two slow places and a slow pair are told apart") {
  const auto pairs = every_pair(8, [](std::size_t a, std::size_t b) {
    const auto of = [&](std::size_t place) { return a == place || b == place ? kTwice : 0; };
    return of(1) + of(6) + (a == 2 && b == 3 ? kTwice : 0);
  });
  const PairVerdicts found = judge_pairs(8, pairs);
  REQUIRE(found.places.size() == 2);
  CHECK(found.places[0].place == 1);
  CHECK(found.places[1].place == 6);
  REQUIRE(found.links.size() == 1);
  CHECK(is_pair(pairs[found.links[0].pair], 2, 3));
}

TEST_CASE("two slow places of four are two places, and not the pair of both") {
  const auto pairs =
      every_pair(4, [](std::size_t a, std::size_t b) { return (a < 2 ? kTwice : 0) + (b < 2 ? kTwice : 0); });
  const PairVerdicts found = judge_pairs(4, pairs);
  CHECK(found.places.size() == 2);
  CHECK(found.links.empty());
}

TEST_CASE("a slow place is named where pairs are missing") {
  auto pairs = every_pair(5, [](std::size_t a, std::size_t b) { return a == 4 || b == 4 ? kTwice : 0; });
  pairs.erase(std::remove_if(pairs.begin(), pairs.end(),
                             [](const PairTime& pair) { return is_pair(pair, 0, 4) || is_pair(pair, 1, 2); }),
              pairs.end());
  const PairVerdicts found = judge_pairs(5, pairs);
  REQUIRE(found.places.size() == 1);
  CHECK(found.places[0].place == 4);
  CHECK(found.places[0].of == 3);
  CHECK(found.links.empty());
}

TEST_CASE("two halves of a network that are far apart are how it is built, not sixteen slow links") {
  const auto pairs = every_pair(8, [](std::size_t a, std::size_t b) { return (a < 4) != (b < 4) ? kTwice : 0; });
  const PairVerdicts found = judge_pairs(8, pairs);
  CHECK(found.apart == 16);
  CHECK(found.links.empty());
  CHECK(found.places.empty());
}

TEST_CASE("the only pairs of several nodes are held against each other") {
  std::vector<PairTime> pairs{{0, 1, 3, kReach}, {2, 3, 3, kReach}, {4, 5, 3 + kTwice, kReach}};
  const PairVerdicts found = judge_pairs(6, pairs);
  REQUIRE(found.links.size() == 1);
  CHECK(found.links[0].pair == 2);
  pairs.pop_back();
  CHECK(judge_pairs(4, pairs).links.empty());
}

TEST_CASE("what its own interval does not carry accuses nobody") {
  auto pairs = every_pair(3, [](std::size_t a, std::size_t b) { return a == 2 || b == 2 ? kTwice : 0; });
  for (PairTime& pair : pairs) pair.reach = 0.6;
  CHECK(judge_pairs(3, pairs).places.empty());
  auto link = every_pair(4, [](std::size_t a, std::size_t b) { return a == 0 && b == 1 ? kTwice : 0; });
  for (PairTime& pair : link) pair.reach = 0.6;
  CHECK(judge_pairs(4, link).links.empty());
}

TEST_CASE("on healthy places nobody is accused, whatever the noise") {
  for (std::uint32_t seed = 0; seed < 300; ++seed) {
    for (std::size_t places = 2; places <= 9; ++places) {
      const PairVerdicts found = judge_pairs(places, healthy(seed, places));
      INFO("seed " << seed << ", " << places << " places");
      CHECK(found.places.empty());
      CHECK(found.links.empty());
    }
  }
}

TEST_CASE("a slow place and a slow pair are found in noise") {
  for (std::uint32_t seed = 0; seed < 50; ++seed) {
    for (const std::size_t places : {3U, 4U, 6U, 9U}) {
      auto slow_place = healthy(seed, places), slow_pair = slow_place;
      for (PairTime& pair : slow_place) pair.log_time += pair.a == 0 ? std::log(3.0) : 0;
      for (PairTime& pair : slow_pair) pair.log_time += is_pair(pair, 0, 1) ? std::log(4.0) : 0;
      const PairVerdicts place = judge_pairs(places, slow_place), link = judge_pairs(places, slow_pair);
      INFO("seed " << seed << ", " << places << " places");
      REQUIRE(place.places.size() == 1);
      CHECK(place.places[0].place == 0);
      CHECK(place.links.empty());
      REQUIRE(link.links.size() == 1);
      CHECK(is_pair(slow_pair[link.links[0].pair], 0, 1));
      CHECK(link.places.empty());
    }
  }
}
