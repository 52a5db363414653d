#include "harness/core/median_of_few.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using Catch::Matchers::WithinAbs;

// 1 − 2 / 64 = 96.9 % of the time the least and the greatest of six lie on both sides of the median.
TEST_CASE("of six values the least and the greatest are the limits of the median") {
  const auto found = median_of_few(std::vector<double>{5, 1, 6, 2, 4, 3});
  REQUIRE(found);
  CHECK(found->lower == 1);
  CHECK(found->median == 3);
  CHECK(found->upper == 6);
}

// Places 3 and 12 cover 1 − 212 / 16384 = 98.706 %, 4 and 11 1 − 940 / 16384 = 94.263 %. The part of the way that 95 %
// are is 0.834066, and λ = 11 · 0.834066 / (3 + 8 · 0.834066) = 0.948535.
TEST_CASE("of fourteen values the limits lie between the third and the fourth from either end") {
  std::vector<double> values;
  for (int i = 14; i > 0; --i) values.push_back(i);
  const auto found = median_of_few(values);
  REQUIRE(found);
  CHECK_THAT(found->lower, WithinAbs(3.948535, 1e-6));
  CHECK(found->median == 7);
  CHECK_THAT(found->upper, WithinAbs(11.051465, 1e-6));
}

TEST_CASE("five values have no limits of their median") {
  CHECK_FALSE(median_of_few(std::vector<double>{1, 2, 3, 4, 5}));
}
