#include "results/blocks.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench::results;

TEST_CASE("a point smaller than a chunk is one block") {
  const BlockShape block = block_shape({4, 1050, 0, false});
  CHECK(block.ranks == 4);
  CHECK(block.iterations == 1050);
}

TEST_CASE("a block spans several ranks where the point has few iterations") {
  // 65536 / 1050 = 62.4, and the next power of two is 64: 64 * 1050 * 8 bytes = 525 KiB.
  const BlockShape block = block_shape({128, 1050, 0, false});
  CHECK(block.ranks == 64);
  CHECK(block.iterations == 1050);
}

TEST_CASE("a block is of one rank where the point has many iterations") {
  const BlockShape block = block_shape({128, 1'000'000, 0, false});
  CHECK(block.ranks == 1);
  CHECK(block.iterations == 65536);
}

TEST_CASE("chunks of a large point lie between 64 KiB and 1 MiB") {
  for (const std::size_t iterations :
       {1u, 7u, 1050u, 21846u, 32767u, 32769u, 43691u, 65535u, 65536u, 65537u, 1000000u}) {
    const BlockShape block = block_shape({200'000, iterations, 0, false});
    const std::size_t values = block.ranks * block.iterations;
    INFO("iterations: " << iterations);
    CHECK(values * sizeof(std::uint8_t) >= 64 * 1024);
    CHECK(values * sizeof(std::int64_t) <= 1024 * 1024);
  }
}

TEST_CASE("a chunk of marks is a whole fraction of a block") {
  // 64 * 1050 * 4 marks are 268800 values; halved twice they fit the 131072 of 1 MiB: 16 * 1050 * 4 = 67200.
  const auto chunk = marks_chunk(block_shape({128, 1050, 4, false}), 4);
  CHECK(chunk == h5::Extent{16, 1050, 4});
  // 65536 * 3 are 196608 values, half of it 98304.
  CHECK(marks_chunk(block_shape({8, 100'000, 3, false}), 3) == h5::Extent{1, 32768, 3});
}

TEST_CASE("a block that no rectangle touches is found with its true extent") {
  // Blocks of 64 ranks and 1050 iterations: ranks 0-63, 64-127, 128-129.
  Coverage coverage({130, 1050, 0, false});
  coverage.touch({63, 2, 1049, 1});
  const auto cells = coverage.untouched();
  REQUIRE(cells.size() == 1);
  CHECK(cells.front().first_rank == 128);
  CHECK(cells.front().ranks == 2);
  CHECK(cells.front().first_iteration == 0);
  CHECK(cells.front().iterations == 1050);
}
