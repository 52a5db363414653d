#include "harness/core/quantile.hpp"

#include <vector>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"

using namespace syncbench;

TEST_CASE("a quantile's name is its percentage") {
  CHECK(name_of(kP50) == "p50");
  CHECK(name_of(kP999) == "p99.9");
  CHECK(name_of(Quantile{999'990}) == "p99.999");
  CHECK(name_of(Quantile{70'000}) == "p7");
}

// Where floating point goes wrong: 0.07 × 100 = 7.000000000000001, and ⌈ ⌉ of it 8.
TEST_CASE("the quantile's rank is the exact ceiling of n q") {
  CHECK(quantile_rank(100, kP99) == 99);
  CHECK(quantile_rank(100, Quantile{70'000}) == 7);
  CHECK(quantile_rank(101, kP99) == 100);
  CHECK(quantile_rank(1000, kP999) == 999);
  CHECK(quantile_rank(1001, kP999) == 1000);
  CHECK(quantile_rank(367, kP90) == 331);
  CHECK(quantile_rank(10, kP50) == 5);
  CHECK(quantile_rank(11, kP50) == 6);
  CHECK(quantile_rank(1, kP50) == 1);
  CHECK(quantile_rank(5, Quantile{0}) == 1);
  CHECK(quantile_rank(5, Quantile{1'000'000}) == 5);
  CHECK(quantile_rank(0, kP50) == 0);
  CHECK(quantile_rank(3'000'000'001, kP999) == 2'997'000'001);
}

TEST_CASE("a quantile is one of the samples") {
  const std::vector<std::int64_t> ascending{10, 20, 30, 40};
  CHECK(quantile_of_sorted(ascending, kP50) == 20);
  CHECK(quantile_of_sorted(ascending, kP90) == 40);
  CHECK(quantile_of_sorted(ascending, Quantile{250'000}) == 10);
  CHECK(quantile_of_sorted(ascending, Quantile{250'001}) == 20);
}

TEST_CASE("what is no quantile is refused") {
  CHECK_THROWS_AS(quantile_rank(10, Quantile{1'000'001}), Error);
  CHECK_THROWS_AS(quantile_of_sorted({}, kP50), Error);
}
