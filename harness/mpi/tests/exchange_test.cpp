#include "harness/mpi/exchange.hpp"

#include <limits>

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

TEST_CASE("texts of any length arrive on rank 0 in rank order, empty ones too") {
  const auto world = mpi::Communicator::world();
  const int rank = world.rank().value;
  const auto texts =
      mpi::gather_texts(world, std::string(static_cast<std::size_t>(rank) * 3, static_cast<char>('a' + rank)));
  if (rank != 0) {
    CHECK(texts.empty());
    return;
  }
  REQUIRE(texts.size() == static_cast<std::size_t>(world.size()));
  CHECK(texts[0].empty());
  CHECK(texts[1] == "bbb");
}

TEST_CASE("texts can be had on every rank too") {
  const auto world = mpi::Communicator::world();
  const auto texts = mpi::allgather_texts(world, "r" + std::to_string(world.rank().value));
  REQUIRE(texts.size() == static_cast<std::size_t>(world.size()));
  CHECK(texts[0] == "r0");
  CHECK(texts.back() == "r" + std::to_string(world.size() - 1));
}

TEST_CASE("a broadcast text is the root's everywhere") {
  const auto world = mpi::Communicator::world();
  const Rank root{world.size() - 1};
  const std::string mine = world.rank() == root ? "from the last" : "not this";
  CHECK(mpi::broadcast_text(world, mine, root) == "from the last");
}

TEST_CASE("the range over ranks holds for the extremes of 64 bits") {
  const auto world = mpi::Communicator::world();
  const auto lowest = std::numeric_limits<std::int64_t>::min();
  const auto highest = std::numeric_limits<std::int64_t>::max();
  const auto range = mpi::range_over_ranks(world, world.is_root() ? lowest : highest);
  CHECK(range.lowest == lowest);
  CHECK(range.highest == highest);
}

TEST_CASE("ranks that share memory are on one node") {
  const auto world = mpi::Communicator::world();
  const auto nodes = mpi::node_of_each_rank(world);
  REQUIRE(nodes.size() == static_cast<std::size_t>(world.size()));
  for (const NodeIndex node : nodes) CHECK(node == NodeIndex{0});
}
