#include "harness/core/median_interval.hpp"

#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/shuffle.hpp"

using namespace syncbench;

// The ranks are those of quantile_interval_test.cpp: 1 and 6 of 6, 2 and 9 of 10, 40 and 61 of 100.
TEST_CASE("the median and its limits are samples at the binomial's ranks, in whatever order they come") {
  struct Known {
    std::size_t n;
    std::int64_t lower, median, upper;
  };
  for (const Known& row : {Known{6, 1, 3, 6}, Known{10, 2, 5, 9}, Known{100, 40, 50, 61}}) {
    for (std::uint32_t stream = 0; stream < 20; ++stream) {
      std::vector<std::int64_t> samples;
      for (const std::size_t value : shuffled(row.n, 3, stream))
        samples.push_back(static_cast<std::int64_t>(value) + 1);
      const auto interval = median_interval(samples);
      REQUIRE(interval);
      CHECK(interval->lower == row.lower);
      CHECK(interval->median == row.median);
      CHECK(interval->upper == row.upper);
    }
  }
}

TEST_CASE("five samples have no interval") {
  CHECK_FALSE(median_interval({}));
  CHECK_FALSE(median_interval({1, 2, 3, 4, 5}));
}
