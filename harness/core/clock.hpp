#pragma once

#include <array>
#include <string_view>
#include <utility>

#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"

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

/// What measurements read the time from.
enum class ClockSource {
  raw,  ///< CLOCK_MONOTONIC_RAW
  tsc,  ///< the processors' time stamp counter: cheaper to read, see tsc_clock.hpp
};

template <>
struct Names<ClockSource> {
  static constexpr std::array<std::pair<ClockSource, std::string_view>, 2> table{{
      {ClockSource::raw, "raw"},
      {ClockSource::tsc, "tsc"},
  }};
};

}  // namespace syncbench
