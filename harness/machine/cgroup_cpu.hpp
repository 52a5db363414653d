#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "harness/machine/tree.hpp"

namespace syncbench::machine {

/// What control groups let the calling process have of the processors' time.
struct CgroupCpu {
  std::optional<double> quota;         ///< in processors: 1.5 is a quota of 150 %; nothing if there is no limit
  std::int64_t throttled_periods = 0;  ///< periods in which the group was stopped because its quota was used up
  std::int64_t throttled_us = 0;       ///< how long
};

/// Reads version 1 and 2. The group and all groups above it count: the smallest quota holds, throttling adds up. In a
/// container the group's own path may be out of sight; its root is read then. Nothing if no CPU controller is in sight.
std::optional<CgroupCpu> cgroup_cpu(const Tree& tree);

/// How many processors' worth of time is there: the allowed processors, or the quota if that is less.
double effective_processors(std::size_t allowed, std::optional<double> quota) noexcept;

}  // namespace syncbench::machine
