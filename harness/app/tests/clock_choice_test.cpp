#include "harness/app/clock_choice.hpp"

#include "harness/app/agreed_error.hpp"
#include "harness/cmake/testing/catch.hpp"
#include "harness/mpi/check.hpp"

using namespace syncbench;
using Catch::Matchers::ContainsSubstring;

TEST_CASE("one rank without a time stamp counter refuses it for all, who hear which rank, where and why") {
  const auto world = mpi::Communicator::world();
  app::refuse_without_tsc(world, "");
  const bool last = world.rank().value == world.size() - 1;
  try {
    app::refuse_without_tsc(world, last ? "the CPU has none" : "");
    FAIL("nobody refused");
  } catch (const app::AgreedError& error) {
    CHECK(error.code() == ExitCode::unavailable);
    const std::string who = "--clock tsc: rank " + std::to_string(world.size() - 1) + " on ";
    CHECK_THAT(error.what(), ContainsSubstring(who));
    CHECK_THAT(error.what(), ContainsSubstring(": the CPU has none; use --clock raw"));
  }
}

TEST_CASE("the chosen clock goes on from where the kernel's is, whichever it is") {
  const auto world = mpi::Communicator::world();
  for (const ClockSource source : {ClockSource::raw, ClockSource::tsc}) {
    if (source == ClockSource::tsc && !has_invariant_tsc()) continue;
    const app::ChosenClock chosen(world, source);
    const Nanos before = raw_clock().now();
    const Nanos now = chosen.clock().now();
    CHECK(now > before - Nanos{10'000});
    CHECK(now < raw_clock().now() + Nanos{10'000});
  }
}
