// Takes a processor away, as a real-time process does: hog CPU PERIOD_US LENGTH_US [AFTER_US] is busy for LENGTH_US
// every PERIOD_US, before everything else on that processor, until it is ended. 77: this user may not do that.
#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

#include <sched.h>

namespace {

constexpr int kRefused = 77, kUsage = 64;

std::int64_t now() {
  timespec time{};
  clock_gettime(CLOCK_MONOTONIC, &time);
  return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

void sleep_until(std::int64_t when) {
  const timespec time{when / 1'000'000'000, when % 1'000'000'000};
  while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &time, nullptr) == EINTR) continue;
}

bool take_place(std::size_t cpu) {
  cpu_set_t only;
  CPU_ZERO(&only);
  CPU_SET(cpu, &only);
  sched_param parameters{};
  parameters.sched_priority = 10;
  return sched_setaffinity(0, sizeof only, &only) == 0 && sched_setscheduler(0, SCHED_FIFO, &parameters) == 0;
}

std::int64_t nanos(const char* micros) { return 1'000 * std::strtoll(micros, nullptr, 10); }

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) {
    std::fprintf(stderr, "usage: hog CPU PERIOD_US LENGTH_US [AFTER_US]\n");
    return kUsage;
  }
  if (!take_place(std::strtoul(argv[1], nullptr, 10))) {
    std::fprintf(stderr, "hog: no real-time process on processor %s: %s; it takes root\n", argv[1],
                 std::strerror(errno));
    return kRefused;
  }
  const std::int64_t period = nanos(argv[2]), length = nanos(argv[3]);
  for (std::int64_t due = now() + (argc > 4 ? nanos(argv[4]) : 0);; due += period) {
    sleep_until(due);
    while (now() < due + length) continue;
  }
}
