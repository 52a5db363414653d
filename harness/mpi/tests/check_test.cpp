#include "harness/mpi/check.hpp"

#include "harness/cmake/testing/catch.hpp"
#include "harness/core/error.hpp"
#include "harness/mpi/communicator.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("a failing MPI call is an error that names rank, host and the expression") {
  const auto world = mpi::Communicator::world();
  const int nobody = world.size() + 7;
  try {
    SYNCBENCH_MPI(MPI_Send(nullptr, 0, MPI_BYTE, nobody, 0, world.handle()));
    FAIL("sending to a rank that does not exist must fail");
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::internal);
    CHECK_THAT(error.what(),
               ContainsSubstring("rank " + std::to_string(world.rank().value) + " on " + mpi::host_name()));
    CHECK_THAT(error.what(), ContainsSubstring("MPI_Send(nullptr, 0, MPI_BYTE, nobody"));
  }
}

TEST_CASE("a duplicate communicator has the same ranks and its own messages") {
  const auto world = mpi::Communicator::world();
  const auto copy = world.duplicate();
  CHECK(copy.rank() == world.rank());
  CHECK(copy.size() == world.size());
  CHECK(copy.handle() != world.handle());
}
