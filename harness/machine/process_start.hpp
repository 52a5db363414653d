#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "harness/core/nanos.hpp"

namespace syncbench::machine {

/// One moment on two clocks: CLOCK_MONOTONIC_RAW, and another that was read between two readings of it.
struct TwoClocks {
  Nanos raw, other;
};

/// Now, with CLOCK_REALTIME (since 1970) as the other.
TwoClocks raw_and_real() noexcept;

/// When this process was started, on CLOCK_MONOTONIC_RAW, as the kernel counts: in ticks of 10 ms, so that it lies up
/// to one of them before the truth. Nothing where /proc does not say.
std::optional<Nanos> process_start();

/// The ticks since the system's start at which a process was started, from its /proc/<pid>/stat; nothing if that is
/// none. A process may bear any name, "a) b (c" too.
std::optional<std::int64_t> start_ticks(std::string_view stat) noexcept;

}  // namespace syncbench::machine
