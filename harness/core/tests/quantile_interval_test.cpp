#include "harness/core/quantile_interval.hpp"

#include <array>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

TEST_CASE("two-sided 95 % limits need so many independent samples") {
  CHECK(needed_samples(kP50) == 6);
  CHECK(needed_samples(kP90) == 36);
  CHECK(needed_samples(kP95) == 72);
  CHECK(needed_samples(kP99) == 368);
  CHECK(needed_samples(kP999) == 3688);
  CHECK(needed_samples(Quantile{100'000}) == 36);
  CHECK(needed_samples(kP50, 0.90) == 5);
}

// The ranks were computed apart, in 60 decimal digits, by summing the binomial from P(B = 0) = (1 − q)ⁿ upwards.
TEST_CASE("the limits are the binomial's order statistics") {
  struct Known {
    std::size_t n;
    Quantile quantile;
    std::size_t lower, upper;
  };
  const std::array<Known, 16> known{{{6, kP50, 1, 6},
                                     {10, kP50, 2, 9},
                                     {100, kP50, 40, 61},
                                     {1000, kP50, 469, 532},
                                     {36, kP90, 29, 36},
                                     {72, kP95, 64, 72},
                                     {100, kP95, 90, 100},
                                     {1000, kP95, 936, 964},
                                     {368, kP99, 360, 368},
                                     {1000, kP99, 983, 997},
                                     {10000, kP99, 9880, 9920},
                                     {3688, kP999, 3680, 3688},
                                     {10000, kP999, 9983, 9997},
                                     {100000, kP999, 99880, 99920},
                                     {36, Quantile{100'000}, 1, 8},
                                     {100, Quantile{100'000}, 5, 17}}};
  for (const Known& row : known) {
    const auto ranks = interval_ranks(row.n, row.n, row.quantile);
    REQUIRE(ranks);
    CAPTURE(row.n, name_of(row.quantile));
    CHECK(ranks->lower == row.lower);
    CHECK(ranks->upper == row.upper);
  }
}

TEST_CASE("one sample fewer than needed carries no interval") {
  for (const Quantile quantile : {kP50, kP90, kP95, kP99, kP999, Quantile{999'900}, Quantile{10'000}}) {
    const std::size_t needed = needed_samples(quantile);
    CAPTURE(name_of(quantile));
    CHECK(interval_ranks(needed, needed, quantile));
    CHECK_FALSE(interval_ranks(needed - 1, needed - 1, quantile));
    CHECK_FALSE(interval_ranks(1'000'000, needed - 1, quantile));
  }
  CHECK_FALSE(interval_ranks(0, 0, kP50));
}

// 1000 samples worth 100: ranks 40 and 61 of 100 stand for places 391…400 and 601…610 of 1000.
TEST_CASE("an effective sample stands for its whole block of neighbours") {
  const auto ranks = interval_ranks(1000, 100, kP50);
  REQUIRE(ranks);
  CHECK(ranks->lower == 391);
  CHECK(ranks->upper == 610);
}

TEST_CASE("limits surround the quantile's own rank for every effective number") {
  for (const Quantile quantile : {kP50, kP95, kP99}) {
    for (std::size_t effective = needed_samples(quantile); effective <= 997; ++effective) {
      const auto ranks = interval_ranks(997, effective, quantile);
      REQUIRE(ranks);
      REQUIRE(ranks->lower >= 1);
      REQUIRE(ranks->lower <= quantile_rank(997, quantile));
      REQUIRE(ranks->upper >= quantile_rank(997, quantile));
      REQUIRE(ranks->upper <= 997);
    }
  }
}

TEST_CASE("impossible questions are bugs of the caller") {
  CHECK_THROWS_AS(interval_ranks(10, 11, kP50), Error);
  CHECK_THROWS_AS(needed_samples(Quantile{0}), Error);
  CHECK_THROWS_AS(needed_samples(Quantile{1'000'000}), Error);
  CHECK_THROWS_AS(needed_samples(kP50, 1.0), Error);
}
