#include "analysis/run/point_series.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::analysis;

namespace {

BlockMedians blocks_of(const std::vector<double>& medians) {
  BlockMedians blocks;
  for (const double median : medians) blocks[static_cast<std::uint16_t>(blocks.size())] = median;
  return blocks;
}

double ratio(const std::vector<double>& times) { return times[0] / times[1]; }

}  // namespace

TEST_CASE("points are compared over the blocks that both have, and below five of them not at all") {
  const BlockMedians four = blocks_of({2, 4, 6, 8}), five = blocks_of({1, 2, 3, 4, 5}),
                     six = blocks_of({2, 4, 6, 8, 10, 1});
  CHECK_FALSE(over_blocks({&four, &five}, ratio));
  const auto twice = over_blocks({&six, &five}, ratio);
  REQUIRE(twice);
  CHECK(twice->mean == 2);
}

TEST_CASE("with an unsteady point nothing is compared") {
  const BlockMedians steady = blocks_of({1, 2, 3, 4, 5});
  BlockMedians unsteady = steady;
  unsteady.unsteady = true;
  CHECK_FALSE(over_blocks({&steady, &unsteady}, ratio));
  CHECK_FALSE(unsteady_sentence({}));
  CHECK(*unsteady_sentence({"p0003"}) == "unsteady: p0003 found no steady state, so nothing is compared with it");
  CHECK(*unsteady_sentence({"p0003", "p0004"}) ==
        "unsteady: p0003, p0004 found no steady state, so nothing is compared with them");
}

// 280 over 140 in every block, on a clock that counts in steps of 28: half a step makes 294 of 280, 2.1 instead of 2,
// and 154 of 140, 1.818; together 0.1 + 0.1818 on either side.
TEST_CASE("tied medians on a coarse clock have an interval of half a step of each") {
  BlockMedians a = blocks_of({280, 280, 280, 280, 280}), b = blocks_of({140, 140, 140, 140, 140});
  a.resolution = b.resolution = 28;
  const auto interval = over_blocks({&a, &b}, ratio);
  REQUIRE(interval);
  CHECK_THAT(interval->lower, Catch::Matchers::WithinRel(2 - 0.1 - 2.0 / 11, 1e-12));
  CHECK_THAT(interval->upper, Catch::Matchers::WithinRel(2 + 0.1 + 2.0 / 11, 1e-12));
}
