#include "warmup.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <optional>
#include <vector>

#include <syncbench/core/median_interval.hpp>

namespace syncbench {
namespace {

constexpr std::array<std::size_t, 7> kCutsPercent{0, 2, 5, 10, 20, 35, 50};
constexpr std::size_t kWindows = 5;
constexpr int kTrend = 8;  // least |S| that counts as one
// Medians that differ by less than a half percent are the same: with thousands of samples a window, limits are so
// narrow that no machine is steady without it, and what it lets pass is well below what precision asks for.
constexpr double kSame = 0.005;

using Windows = std::array<MedianInterval, kWindows>;

std::optional<Windows> windows_of(std::span<const std::int64_t> rest) {
  Windows windows;
  for (std::size_t i = 0; i < kWindows; ++i) {
    const auto window =
        rest.subspan(rest.size() * i / kWindows, rest.size() * (i + 1) / kWindows - rest.size() * i / kWindows);
    const auto interval = median_interval({window.begin(), window.end()});
    if (!interval) return std::nullopt;
    windows[i] = *interval;
  }
  return windows;
}

std::int64_t margin_of(std::int64_t median) noexcept {
  return static_cast<std::int64_t>(kSame * static_cast<double>(median));
}

bool overlap(const Windows& windows) noexcept {
  std::int64_t lower = std::numeric_limits<std::int64_t>::min();
  std::int64_t upper = std::numeric_limits<std::int64_t>::max();
  for (const MedianInterval& window : windows) {
    const std::int64_t margin = margin_of(window.median) / 2;
    lower = std::max(lower, window.lower - margin);
    upper = std::min(upper, window.upper + margin);
  }
  return lower <= upper;
}

// Mann's S: pairs that rise minus pairs that fall.
int rising_pairs(const Windows& windows) noexcept {
  int sum = 0;
  for (std::size_t later = 1; later < kWindows; ++later) {
    for (std::size_t earlier = 0; earlier < later; ++earlier) {
      const std::int64_t rise = windows[later].median - windows[earlier].median;
      const std::int64_t margin = margin_of(windows[earlier].median);
      sum += (rise > margin) - (rise < -margin);
    }
  }
  return sum;
}

}  // namespace

Warmup find_warmup(std::span<const std::int64_t> in_order) {
  for (const std::size_t percent : kCutsPercent) {
    const std::size_t cut = (in_order.size() * percent + 99) / 100;
    const auto windows = windows_of(in_order.subspan(cut));
    if (!windows) return {};
    if (overlap(*windows) && std::abs(rising_pairs(*windows)) < kTrend) return {cut, Steadiness::steady};
  }
  return {0, Steadiness::unsteady};
}

}  // namespace syncbench
