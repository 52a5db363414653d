#include "harness/app/agreed_error.hpp"

#include "harness/cmake/testing/catch.hpp"

using namespace syncbench;

TEST_CASE("what fails on rank 0 fails on every rank with its code, and its sentence stays with rank 0") {
  const auto world = mpi::Communicator::world();
  try {
    app::on_root(world, [] { throw Error(ExitCode::io, "the disk is full"); });
    FAIL("must throw on every rank");
  } catch (const app::AgreedError& error) {
    CHECK(error.code() == ExitCode::io);
    if (world.is_root()) CHECK(std::string(error.what()) == "the disk is full");
  }
}

TEST_CASE("work on rank 0 is done there alone") {
  const auto world = mpi::Communicator::world();
  int done = 0;
  app::on_root(world, [&] { ++done; });
  CHECK(done == (world.is_root() ? 1 : 0));
}

TEST_CASE("an unexpected exception on rank 0 is an internal error everywhere") {
  const auto world = mpi::Communicator::world();
  try {
    app::on_root(world, [] { throw std::logic_error("oops"); });
    FAIL("must throw on every rank");
  } catch (const app::AgreedError& error) {
    CHECK(error.code() == ExitCode::internal);
  }
}
