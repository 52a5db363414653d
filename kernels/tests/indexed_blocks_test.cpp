#include "kernels/indexed_blocks.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "kernels/layout.hpp"

using namespace syncbench;
using namespace syncbench::kernels;

TEST_CASE("the end of a message in indexed blocks is where going over its blocks leads") {
  const IndexedBlocks& blocks = IndexedBlocks::all();
  std::size_t elements = 0, end = 0;
  for (std::size_t place = 0; place < 2 * IndexedBlocks::kPeriod + 100; ++place) {
    const IndexedBlock& block = blocks[place];
    if (place % 1'000 == 0 || place % IndexedBlocks::kPeriod < 3 || place % IndexedBlocks::kPeriod > 65'532) {
      CAPTURE(place);
      CHECK(blocks.extent(elements + 1) == IndexedBlocks::Extent{place + 1, end + block.gap + 1});
      CHECK(blocks.extent(elements + block.elements) ==
            IndexedBlocks::Extent{place + 1, end + block.gap + block.elements});
    }
    elements += block.elements;
    end += block.gap + block.elements;
  }
  CHECK(blocks.extent(0) == IndexedBlocks::Extent{0, 0});
}

TEST_CASE("blocks repeat after their period, so that a terabyte of them is known at once") {
  const IndexedBlocks& blocks = IndexedBlocks::all();
  std::size_t period = 0, length = 0;
  for (std::size_t place = 0; place < IndexedBlocks::kPeriod; ++place) {
    period += blocks[place].elements;
    length += blocks[place].gap + blocks[place].elements;
  }
  CHECK(blocks.extent(1'000'000 * period) ==
        IndexedBlocks::Extent{1'000'000 * IndexedBlocks::kPeriod, 1'000'000 * length});
}

TEST_CASE("the volume of a face is as near to a square as its divisors allow") {
  CHECK(volume_of(12).rows == 3);
  CHECK(volume_of(1).rows == 1);
  CHECK(volume_of(7).rows == 1);
  CHECK(volume_of(36).rows == 6);
  CHECK(volume_of(std::size_t{1} << 38).rows == std::size_t{1} << 19);
  CHECK(volume_of(0).columns == 0);
}
