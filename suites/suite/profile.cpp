#include "profile.hpp"

namespace syncbench::suite {

Treatment treatment_of(Profile profile) noexcept {
  Treatment treatment;
  const auto set = [&](std::size_t warmup, std::size_t iterations, Nanos time_cap) {
    treatment.warmup = warmup;
    treatment.iterations = iterations;
    treatment.time_cap = time_cap;
  };
  switch (profile) {
    case Profile::smoke:
      set(5, 50, std::chrono::milliseconds(150));
      break;
    case Profile::quick:  // p99 needs 368 independent samples; twice and more leaves room for dependent ones
      set(50, 1'000, std::chrono::milliseconds(2'200));
      break;
    case Profile::standard:  // p99.9 needs 3,688
      set(100, 8'000, std::chrono::seconds(8));
      break;
    case Profile::full:
      set(500, 30'000, std::chrono::seconds(120));
      break;
  }
  return treatment;
}

}  // namespace syncbench::suite
