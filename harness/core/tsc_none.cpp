// For processors without a time stamp counter that we know how to read.
#include "harness/core/tsc_clock.hpp"

namespace syncbench {

bool has_invariant_tsc() noexcept { return false; }

std::uint64_t read_tsc() noexcept { return 0; }

Clock tsc_clock(const TscScale&) noexcept { return raw_clock(); }

}  // namespace syncbench
