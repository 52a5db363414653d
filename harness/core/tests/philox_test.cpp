#include "harness/core/philox.hpp"

#include <algorithm>
#include <numeric>

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/shuffle.hpp"

using namespace syncbench;

TEST_CASE("Philox4x32-10 gives the published known answers") {
  // Known-answer vectors that the generator's authors publish with it.
  CHECK(philox4x32({0, 0, 0, 0}, {0, 0}) ==
        std::array<std::uint32_t, 4>{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32({~0U, ~0U, ~0U, ~0U}, {~0U, ~0U}) ==
        std::array<std::uint32_t, 4>{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        std::array<std::uint32_t, 4>{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("a shuffle is a permutation, and the same one for the same seed and stream") {
  auto order = shuffled(50, 42, 3);
  CHECK(order == shuffled(50, 42, 3));
  CHECK(order != shuffled(50, 43, 3));
  CHECK(order != shuffled(50, 42, 4));
  std::sort(order.begin(), order.end());
  std::vector<std::size_t> plain(50);
  std::iota(plain.begin(), plain.end(), std::size_t{0});
  CHECK(order == plain);
  CHECK(shuffled(0, 1, 1).empty());
}

TEST_CASE("every order of three comes up about equally often") {
  std::array<int, 27> counts{};
  for (std::uint32_t stream = 0; stream < 6000; ++stream) {
    const auto order = shuffled(3, 7, stream);
    ++counts[order[0] * 9 + order[1] * 3 + order[2]];
  }
  int seen = 0;
  for (const int count : counts) {
    if (count == 0) continue;
    ++seen;
    CHECK(count > 850);  // 1000 expected, standard deviation 29
    CHECK(count < 1150);
  }
  CHECK(seen == 6);
}
