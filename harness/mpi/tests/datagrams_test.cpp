#include "harness/mpi/datagrams.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

TEST_CASE("on one host datagrams that fill loopback's packets get through in both directions") {
  const auto world = mpi::Communicator::world();
  const auto pair = world.split(world.rank().value < 2 ? std::optional(0) : std::nullopt);
  if (!pair) return;
  const mpi::DatagramPath path = mpi::exchange_datagrams(*pair);
  CHECK(path.reached);
  CHECK(path.mtu >= 1'280);
  CHECK(path.received > 0);
  CHECK(path.received <= mpi::kDatagrams);
}
