// The caches of x86-64. CMake takes cache_lines_none.cpp elsewhere.
#include <cstdint>

#include <cpuid.h>
#include <x86intrin.h>

#include "kernels/cache_lines.hpp"

namespace syncbench::kernels {
namespace {

constexpr std::size_t kLine = 64;  // of every x86-64 processor

constexpr unsigned kStructuredFeatures = 7;
constexpr unsigned kClflushopt = 1U << 23;  // in EBX

bool has_clflushopt() noexcept {
  unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
  return __get_cpuid_count(kStructuredFeatures, 0, &eax, &ebx, &ecx, &edx) != 0 && (ebx & kClflushopt) != 0;
}

const std::byte* line_of(const std::byte* data) noexcept {
  return data - reinterpret_cast<std::uintptr_t>(data) % kLine;
}

// clflush waits for the one before it, which makes megabytes slow; clflushopt does not, but not every CPU has it.
void flush_one_by_one(const std::byte* from, const std::byte* end) noexcept {
  for (const std::byte* line = from; line < end; line += kLine) _mm_clflush(line);
}

__attribute__((target("clflushopt"))) void flush_at_once(const std::byte* from, const std::byte* end) noexcept {
  for (const std::byte* line = from; line < end; line += kLine) _mm_clflushopt(const_cast<std::byte*>(line));
}

}  // namespace

bool can_flush_lines() noexcept { return true; }

void flush_lines(const std::byte* data, Bytes size) noexcept {
  static const bool at_once = has_clflushopt();
  if (at_once) {
    flush_at_once(line_of(data), data + size.count);
  } else {
    flush_one_by_one(line_of(data), data + size.count);
  }
  _mm_mfence();
}

}  // namespace syncbench::kernels
