#pragma once

#include <syncbench/core/nanos.hpp>

namespace syncbench {

/// A source of local time. A small value, copied freely; what it reads from must outlive it. Reading never fails, never
/// allocates and never blocks. Tests inject their own source.
class Clock {
 public:
  using Read = Nanos (*)(const void* source) noexcept;

  constexpr Clock(Read read, const void* source) noexcept : read_(read), source_(source) {}

  Nanos now() const noexcept { return read_(source_); }

 private:
  Read read_;
  const void* source_;
};

/// CLOCK_MONOTONIC_RAW: never stepped or slewed, the same on all cores of a node.
Clock raw_clock() noexcept;

}  // namespace syncbench
