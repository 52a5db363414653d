// The time stamp counter of x86-64. CMake takes tsc_none.cpp elsewhere.
#include <cpuid.h>
#include <x86intrin.h>

#include "harness/core/tsc_clock.hpp"

namespace syncbench {
namespace {

constexpr unsigned kFeatures = 0x80000001;
constexpr unsigned kRdtscp = 1U << 27;  // in EDX
constexpr unsigned kPower = 0x80000007;
constexpr unsigned kInvariant = 1U << 8;  // in EDX

unsigned edx_of(unsigned leaf) noexcept {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid(leaf, &eax, &ebx, &ecx, &edx) != 0 ? edx : 0;
}

// rdtscp waits for what comes before it, as the end of an interval has to.
std::uint64_t ticks_now() noexcept {
  unsigned processor = 0;
  return __rdtscp(&processor);
}

Nanos read_scaled(const void* source) noexcept { return static_cast<const TscScale*>(source)->at(ticks_now()); }

}  // namespace

bool has_invariant_tsc() noexcept { return (edx_of(kFeatures) & kRdtscp) != 0 && (edx_of(kPower) & kInvariant) != 0; }

std::uint64_t read_tsc() noexcept { return ticks_now(); }

Clock tsc_clock(const TscScale& scale) noexcept { return {&read_scaled, &scale}; }

}  // namespace syncbench
