#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "harness/core/quantile.hpp"

namespace syncbench {

/// Limits of a quantile, ns.
struct WindowLimits {
  std::int64_t lower = 0, upper = 0;
};

/// Limits for a quantile of a series that drifts or shifts by too little to matter: the least and the greatest of that
/// quantile in ten equal windows, where they differ by at most 2 % of the greater one. That of the whole series always
/// lies between them, and so does that of a process whose windows are as often above it as below, but for one case in
/// 512. Nothing where windows differ by more, or have fewer than 10 samples.
///
/// `in_order`: as measured; kUnknownTime (quantile_estimate.hpp) counts as the fastest for the lower limit and as the
/// slowest for the upper one. Takes linear time.
std::optional<WindowLimits> window_limits(std::span<const std::int64_t> in_order, Quantile quantile);

}  // namespace syncbench
