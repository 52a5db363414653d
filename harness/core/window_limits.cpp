#include "harness/core/window_limits.hpp"

#include <algorithm>
#include <limits>
#include <vector>

#include "harness/core/quantile_estimate.hpp"

namespace syncbench {
namespace {

constexpr std::size_t kWindows = 10;
constexpr std::size_t kFewestInWindow = 10;
constexpr double kSame = 0.02;  // ± 1 %, the precision that points are measured to

// The place of the quantile if unknown times are the slowest, and as many places before if they are the fastest.
WindowLimits extremes(std::span<const std::int64_t> window, Quantile quantile) {
  std::vector<std::int64_t> ascending(window.begin(), window.end());
  std::sort(ascending.begin(), ascending.end());
  const auto late = static_cast<std::size_t>(std::count(ascending.begin(), ascending.end(), kUnknownTime));
  const std::size_t place = quantile_rank(ascending.size(), quantile);
  return {place > late ? ascending[place - late - 1] : 0, ascending[place - 1]};
}

}  // namespace

std::optional<WindowLimits> window_limits(std::span<const std::int64_t> in_order, Quantile quantile) {
  const std::size_t n = in_order.size();
  if (n < kWindows * kFewestInWindow) return std::nullopt;
  WindowLimits all{std::numeric_limits<std::int64_t>::max(), 0};
  for (std::size_t i = 0; i < kWindows; ++i) {
    const std::size_t begin = n * i / kWindows, end = n * (i + 1) / kWindows;
    const WindowLimits own = extremes(in_order.subspan(begin, end - begin), quantile);
    all = {std::min(all.lower, own.lower), std::max(all.upper, own.upper)};
  }
  if (all.upper == kUnknownTime) return std::nullopt;
  const auto range = static_cast<double>(all.upper - all.lower);
  return range <= kSame * static_cast<double>(all.upper) ? std::optional(all) : std::nullopt;
}

}  // namespace syncbench
