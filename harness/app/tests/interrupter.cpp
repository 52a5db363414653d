// Preloaded into a rank it takes the rank's processor away at known times: every INTERRUPTER_PERIOD_US a signal's
// handler spins until INTERRUPTER_LENGTH_US after the moment at which the timer was due. What it takes to deliver the
// signal, tens of µs in a virtual machine, is so a part of the length and not added to it. The truth that
// interrupted.py compares with. With INTERRUPTER_RANK only that rank is interrupted.
#include <csignal>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string_view>

namespace {

std::int64_t first_ns = 0, period_ns = 0, length_ns = 0;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);  // the timer's
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

timespec time_of(std::int64_t nanos) { return {nanos / 1'000'000'000, nanos % 1'000'000'000}; }

extern "C" void spin(int) {
  const std::int64_t due = first_ns + (now() - first_ns) / period_ns * period_ns;
  while (now() < due + length_ns) continue;
}

std::int64_t micros(const char* name, std::int64_t otherwise) {
  const char* text = std::getenv(name);
  return 1'000 * (text == nullptr ? otherwise : std::strtoll(text, nullptr, 10));
}

// Not a launcher, and not another rank than the one that is asked for.
bool is_meant() {
  const char* rank = std::getenv("OMPI_COMM_WORLD_RANK");
  if (rank == nullptr) rank = std::getenv("PMI_RANK");
  const char* wanted = std::getenv("INTERRUPTER_RANK");
  return rank != nullptr && (wanted == nullptr || std::string_view(rank) == wanted);
}

// Before main(), as long as there is no other thread that the signal might go to.
[[gnu::constructor]] void begin() {
  if (!is_meant()) return;
  period_ns = micros("INTERRUPTER_PERIOD_US", 10'000);
  length_ns = micros("INTERRUPTER_LENGTH_US", 300);
  struct sigaction action {};
  action.sa_handler = &spin;
  action.sa_flags = SA_RESTART;
  sigaction(SIGRTMIN, &action, nullptr);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  timer_t timer{};
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) != 0) return;
  first_ns = now() + period_ns;
  const itimerspec times{time_of(period_ns), time_of(first_ns)};
  timer_settime(timer, TIMER_ABSTIME, &times, nullptr);
}

}  // namespace
