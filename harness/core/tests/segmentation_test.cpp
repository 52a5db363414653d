#include "harness/core/segmentation.hpp"

#include <limits>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;
using Catch::Matchers::WithinRel;

TEST_CASE("the best cut of a series with one step is at the step") {
  const std::vector<double> series{1, 3, 1, 3, 11, 13, 11, 13};
  const auto all = segmentations(series, 2, 2);
  REQUIRE(all.size() == 2);
  // Around the mean of 7: 36 + 16 + 36 + 16 + 16 + 36 + 16 + 36.
  CHECK_THAT(all[0].squares, WithinRel(208.0));
  CHECK(all[1].begins == std::vector<std::size_t>{0, 4});
  CHECK_THAT(all[1].squares, WithinRel(8.0));
  // Neighbours alternate, which is no correlation to be afraid of: (208 − 8) / (8 / 6).
  CHECK(all[1].correlation == 0);
  CHECK_THAT(all[1].gain, WithinRel(150.0));
}

TEST_CASE("residuals that stay together make a cut worth less") {
  const std::vector<double> series{1, 1, 3, 3, 11, 11, 13, 13};
  const auto all = segmentations(series, 2, 4);
  REQUIRE(all.size() == 2);
  // Residuals −1 −1 1 1 −1 −1 1 1: products 1 −1 1 −1 1 −1 1 sum to 1 of 8, and 150 × (1 − 1/8) / (1 + 1/8).
  CHECK_THAT(all[1].correlation, WithinRel(0.125));
  CHECK_THAT(all[1].gain, WithinRel(150.0 * 7 / 9));
}

TEST_CASE("two steps need three segments") {
  const auto all = segmentations(std::vector<double>{5, 5, 5, 9, 9, 9, 2, 2, 2}, 4, 2);
  REQUIRE(all.size() == 4);
  CHECK(all[2].begins == std::vector<std::size_t>{0, 3, 6});
  CHECK(all[2].squares == 0);
  CHECK(all[2].gain == std::numeric_limits<double>::infinity());
}

TEST_CASE("a constant series gains nothing by a cut") {
  for (const Segmentation& each : segmentations(std::vector<double>(10, 4.0), 3, 2)) CHECK(each.gain == 0);
}

TEST_CASE("segments keep their shortest length, and a short series has few of them") {
  const std::vector<double> series{9, 1, 1, 1, 1, 1, 1};
  CHECK(segmentations(series, 5, 3).size() == 2);
  CHECK(segmentations(series, 5, 3)[1].begins == std::vector<std::size_t>{0, 3});
  CHECK(segmentations({}, 5, 3).empty());
}

// 0, 3, 2, 5 around 1.4 i + 0.4: residuals −0.4, 1.2, −1.2, 0.4 with squares of 3.2; around the mean of 2.5: 13.
TEST_CASE("a straight line gains over a level by its slope") {
  const Segmentation line = straight_line(std::vector<double>{0, 3, 2, 5});
  CHECK_THAT(line.squares, WithinRel(3.2, 1e-9));
  CHECK(line.correlation == 0);
  CHECK_THAT(line.gain, WithinRel((13 - 3.2) / (3.2 / 2), 1e-9));
}
