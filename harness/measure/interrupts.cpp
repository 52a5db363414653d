#include "harness/measure/interrupts.hpp"

#include <array>
#include <csignal>

namespace syncbench::measure {
namespace {

constexpr std::array kSignals{SIGUSR1, SIGTERM, SIGINT};

// What a handler may touch has to be static: it gets nothing but the signal's number.
volatile std::sig_atomic_t last_signal = 0;
std::array<struct sigaction, kSignals.size()> former;

extern "C" void note_signal(int number) { last_signal = number; }

}  // namespace

Interrupts::Interrupts() {
  struct sigaction action {};
  action.sa_handler = &note_signal;
  action.sa_flags = SA_RESTART;  // a system call inside MPI goes on as if nothing had happened
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &action, &former[i]);
}

Interrupts::~Interrupts() {
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &former[i], nullptr);
  last_signal = 0;
}

int Interrupts::pending() noexcept { return last_signal; }

}  // namespace syncbench::measure
