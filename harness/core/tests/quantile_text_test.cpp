#include "harness/core/quantile_text.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

TEST_CASE("a quantile reads as a number, as a bracket, or as nothing") {
  QuantileEstimate estimate;
  CHECK(quantile_text(estimate) == "–");
  estimate.described = Nanos{4'060};
  CHECK(quantile_text(estimate) == "~4.06");
  estimate.described = Nanos{kAbsent};
  estimate.fastest = Nanos{1'896};
  estimate.slowest = Nanos{2'589};
  CHECK(quantile_text(estimate) == "1.90–2.59");
  estimate.slowest = Nanos{1'904};
  CHECK(quantile_text(estimate) == "1.90");
  estimate.slowest = Nanos{2'589};
  estimate.value = Nanos{2'000};
  CHECK(quantile_text(estimate) == "2.00");
}
