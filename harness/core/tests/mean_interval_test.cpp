#include "harness/core/mean_interval.hpp"

#include <cmath>
#include <vector>

#include "harness/cmake/testing/catch.hpp"

using syncbench::mean_interval;

TEST_CASE("Student's interval of three values is as tables give it") {
  // mean 2, standard deviation 1, t(2, 97.5 %) = 4.302653: 2 ± 4.302653 / √3
  const auto interval = mean_interval(std::vector<double>{1, 2, 3});
  REQUIRE(interval);
  CHECK(interval->mean == 2);
  CHECK(std::abs(interval->lower - (2 - 2.484138)) < 1e-6);
  CHECK(std::abs(interval->upper - (2 + 2.484138)) < 1e-6);
}

TEST_CASE("values that are all the same have an interval without width") {
  const auto interval = mean_interval(std::vector<double>{5, 5, 5, 5});
  REQUIRE(interval);
  CHECK(interval->lower == 5);
  CHECK(interval->upper == 5);
}

TEST_CASE("two values have no interval") { CHECK_FALSE(mean_interval(std::vector<double>{1, 2})); }
