// Preloaded into a rank it takes the rank's processor away at known times: every INTERRUPTER_PERIOD_US a signal's
// handler spins for INTERRUPTER_LENGTH_US. The truth that interrupted.py compares with.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>

namespace {

std::int64_t length_ns = 0;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC_RAW, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

extern "C" void spin(int) {
  const std::int64_t end = now() + length_ns;
  while (now() < end) continue;
}

std::int64_t micros(const char* name, std::int64_t otherwise) {
  const char* text = std::getenv(name);
  return text == nullptr ? otherwise : std::strtoll(text, nullptr, 10);
}

// Before main(), as long as there is no other thread that the signal might go to; a launcher is left alone.
[[gnu::constructor]] void begin() {
  if (std::getenv("OMPI_COMM_WORLD_RANK") == nullptr && std::getenv("PMI_RANK") == nullptr) return;
  length_ns = 1'000 * micros("INTERRUPTER_LENGTH_US", 300);
  struct sigaction action {};
  action.sa_handler = &spin;
  action.sa_flags = SA_RESTART;
  sigaction(SIGRTMIN, &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  timer_t timer{};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return;
  const std::int64_t period = 1'000 * micros("INTERRUPTER_PERIOD_US", 10'000);
  const timespec each{period / 1'000'000'000, period % 1'000'000'000};
  const itimerspec times{each, each};
  timer_settime(timer, 0, &times, nullptr);
}

}  // namespace
