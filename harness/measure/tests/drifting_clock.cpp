// A library to preload: CLOCK_MONOTONIC_RAW as a host would see it whose clock drifts, by as many parts per million as
// stand at the rank's place in SYNCBENCH_TEST_DRIFTS ("0,50,-50"). All hosts of a test share one kernel, so the true
// time of each reading is known: what the kernel says, less what the host's time namespace adds.
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include <dlfcn.h>

namespace {

using ClockGettime = int (*)(clockid_t, timespec*);

// The offset that the kernel adds to the monotonic clocks in this process's time namespace, ns; 0 without one.
std::int64_t namespace_offset() {
  long long seconds = 0, nanoseconds = 0;
  if (std::FILE* file = std::fopen("/proc/self/timens_offsets", "r")) {
    if (std::fscanf(file, "monotonic %lld %lld", &seconds, &nanoseconds) != 2) std::abort();
    std::fclose(file);
  }
  return seconds * 1'000'000'000 + nanoseconds;
}

double drift_of_this_rank() {
  const char* drifts = std::getenv("SYNCBENCH_TEST_DRIFTS");
  const char* rank = std::getenv("PMIX_RANK");
  if (drifts == nullptr || rank == nullptr) return 0;
  char* end = const_cast<char*>(drifts);
  double drift = std::strtod(drifts, &end);
  for (int left = std::atoi(rank); left > 0 && *end == ','; --left) drift = std::strtod(end + 1, &end);
  return drift * 1e-6;
}

struct Host {
  ClockGettime real = reinterpret_cast<ClockGettime>(dlsym(RTLD_NEXT, "clock_gettime"));
  std::int64_t offset = namespace_offset();
  double drift = drift_of_this_rank();
  std::int64_t begin = raw();

  std::int64_t raw() const {
    timespec now{};
    real(CLOCK_MONOTONIC_RAW, &now);
    return now.tv_sec * 1'000'000'000 + now.tv_nsec;
  }
  std::int64_t drifted(std::int64_t reading) const {
    return reading + static_cast<std::int64_t>(drift * static_cast<double>(reading - begin));
  }
};

const Host& host() {
  static const Host only;
  return only;
}

}  // namespace

extern "C" int clock_gettime(clockid_t which, timespec* now) {
  if (which != CLOCK_MONOTONIC_RAW) return host().real(which, now);
  const std::int64_t local = host().drifted(host().raw());
  now->tv_sec = local / 1'000'000'000;
  now->tv_nsec = local % 1'000'000'000;
  return 0;
}

// One moment, on the host's clock and in true time, ns.
extern "C" void syncbench_test_moment(std::int64_t* local, std::int64_t* truth) {
  const std::int64_t reading = host().raw();
  *local = host().drifted(reading);
  *truth = reading - host().offset;
}
