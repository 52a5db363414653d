#include "analysis/statistics/pair_effects.hpp"

#include <cmath>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;

namespace {

bool near(double a, double b) { return std::abs(a - b) < 1e-9; }

// Every pair of so many places, in order, each of the logarithm that the function says.
template <class LogTime>
std::vector<PairTime> every_pair(std::size_t places, LogTime log_time) {
  std::vector<PairTime> pairs;
  for (std::size_t a = 0; a < places; ++a) {
    for (std::size_t b = a + 1; b < places; ++b) pairs.push_back({a, b, log_time(a, b), 0.1});
  }
  return pairs;
}

}  // namespace

TEST_CASE("one pair says nothing of either of the two") {
  const PairEffects found = pair_effects(2, std::vector<PairTime>{{0, 1, 5, 0.1}});
  CHECK(near(found.mean, 5));
  CHECK_FALSE(found.effects[0]);
  CHECK_FALSE(found.effects[1]);
  CHECK(near(found.residuals[0], 0));
  CHECK(near(found.leverages[0], 1));
}

TEST_CASE("three places that all met are three equations for three unknowns") {
  // halves 0, 1, 2: their mean is 1
  const PairEffects found = pair_effects(3, std::vector<PairTime>{{0, 1, 1, 0}, {0, 2, 2, 0}, {1, 2, 3, 0}});
  CHECK(near(found.mean, 2));
  CHECK(near(found.effects[0]->value, -1));
  CHECK(near(found.effects[1]->value, 0));
  CHECK(near(found.effects[2]->value, 1));
  for (std::size_t pair = 0; pair < 3; ++pair) {
    CHECK(near(found.residuals[pair], 0));
    CHECK(near(found.leverages[pair], 1));
  }
}

TEST_CASE("of three places of which two never met only sums can be told, which the fit follows") {
  const PairEffects found = pair_effects(3, std::vector<PairTime>{{0, 1, 1, 0}, {0, 2, 4, 0}});
  for (const auto& effect : found.effects) CHECK_FALSE(effect);
  CHECK(near(found.residuals[0], 0));
  CHECK(near(found.residuals[1], 0));
}

TEST_CASE("a ring of four has two sides, and what no shift of sides explains is shared by its pairs") {
  const PairEffects found =
      pair_effects(4, std::vector<PairTime>{{0, 1, 1, 0}, {1, 2, 0, 0}, {2, 3, 0, 0}, {0, 3, 0, 0}});
  CHECK_FALSE(found.effects[0]);
  CHECK(near(found.residuals[0], 0.25));
  CHECK(near(found.residuals[1], -0.25));
  CHECK(near(found.residuals[2], 0.25));
  CHECK(near(found.residuals[3], -0.25));
  CHECK(near(found.leverages[0], 0.75));
}

TEST_CASE("a ring of five tells every effect") {
  std::vector<PairTime> ring;
  for (std::size_t a = 0; a < 5; ++a) ring.push_back({a, (a + 1) % 5, static_cast<double>(a + (a + 1) % 5), 0});
  const PairEffects found = pair_effects(5, ring);
  for (std::size_t place = 0; place < 5; ++place)
    CHECK(near(found.effects[place]->value, static_cast<double>(place) - 2));
}

TEST_CASE("least squares share one long pair of four places among its ends, and take some off the others") {
  // Normal equations: 2 a_i + sum of all = sum of i's pairs; sum of all = 6 / 3.
  const auto pairs = every_pair(4, [](std::size_t a, std::size_t b) { return a == 0 && b == 1 ? 6.0 : 0.0; });
  const PairEffects found = pair_effects(4, pairs);
  CHECK(near(found.mean, 1));
  CHECK(near(found.effects[0]->value, 1.5));
  CHECK(near(found.effects[1]->value, 1.5));
  CHECK(near(found.effects[2]->value, -1.5));
  CHECK(near(found.residuals[0], 2));   // 0-1
  CHECK(near(found.residuals[1], -1));  // 0-2
  CHECK(near(found.residuals[5], 2));   // 2-3
  CHECK(near(found.leverages[0], 2.0 / 3));
}

TEST_CASE("a slow place of five is explained whole, and its interval comes from those of all pairs") {
  const auto pairs = every_pair(5, [](std::size_t a, std::size_t) { return a == 0 ? 4.0 : 1.0; });
  const PairEffects found = pair_effects(5, pairs);
  CHECK(near(found.mean, 2.2));
  CHECK(near(found.effects[0]->value, 2.4));
  CHECK(near(found.effects[4]->value, -0.6));
  // An own pair moves the effect by 1/4 - 1/20 of itself, another by -1/12 - 1/20: 4 (1/5)² + 6 (2/15)² = 4/15.
  CHECK(near(found.effects[0]->reach, 0.1 * std::sqrt(4.0 / 15)));
  for (const double residual : found.residuals) CHECK(near(residual, 0));
  for (const double leverage : found.leverages) CHECK(near(leverage, 0.5));
}

TEST_CASE("eight places are told apart also where pairs are missing") {
  std::vector<PairTime> pairs;
  for (const PairTime& pair : every_pair(8, [](std::size_t a, std::size_t b) { return static_cast<double>(a + b); })) {
    if (!(pair.a == 0 && pair.b < 4) && !(pair.a == 6 && pair.b == 7)) pairs.push_back(pair);
  }
  REQUIRE(pairs.size() == 24);
  const PairEffects found = pair_effects(8, pairs);
  for (std::size_t place = 0; place < 8; ++place)
    CHECK(near(found.effects[place]->value, static_cast<double>(place) - 3.5));
  CHECK(near(found.mean, 7));
}

TEST_CASE("places that hang together in two ways are told apart where that is possible") {
  const PairEffects found =
      pair_effects(6, std::vector<PairTime>{{0, 1, 1, 0}, {0, 2, 2, 0}, {1, 2, 3, 0}, {3, 4, 9, 0}});
  CHECK(near(found.effects[0]->value, -1));
  CHECK(near(found.effects[2]->value, 1));
  CHECK_FALSE(found.effects[3]);
  CHECK_FALSE(found.effects[4]);
  CHECK_FALSE(found.effects[5]);  // met nobody
  CHECK(near(found.residuals[3], 0));
}

TEST_CASE("a pair of a place with itself is a mistake of ours") {
  CHECK_THROWS(pair_effects(2, std::vector<PairTime>{{1, 1, 0, 0}}));
  CHECK_THROWS(pair_effects(2, std::vector<PairTime>{{0, 2, 0, 0}}));
}
