#include "harness/core/clock.hpp"

#include <ctime>

namespace syncbench {
namespace {

Nanos read_raw(const void*) noexcept {
  timespec now;
  clock_gettime(CLOCK_MONOTONIC_RAW, &now);
  return Nanos{now.tv_sec * 1'000'000'000 + now.tv_nsec};
}

}  // namespace

Clock raw_clock() noexcept { return {&read_raw, nullptr}; }

}  // namespace syncbench
