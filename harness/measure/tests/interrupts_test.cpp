#include "harness/measure/interrupts.hpp"

#include <csignal>

#include "harness/cmake/testing/catch.hpp"

using syncbench::measure::Interrupts;

TEST_CASE("signals that ask for an early end only set a flag, and are given back afterwards") {
  struct sigaction before {};
  sigaction(SIGUSR1, nullptr, &before);
  {
    const Interrupts interrupts;
    CHECK(Interrupts::pending() == 0);
    for (const int signal : {SIGUSR1, SIGTERM, SIGINT}) {
      std::raise(signal);
      CHECK(Interrupts::pending() == signal);
    }
  }
  struct sigaction after {};
  sigaction(SIGUSR1, nullptr, &after);
  CHECK(after.sa_handler == before.sa_handler);
  CHECK(Interrupts::pending() == 0);
}
