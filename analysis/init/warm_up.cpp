#include "analysis/init/warm_up.hpp"

#include <algorithm>

#include "harness/core/median_interval.hpp"
#include "harness/core/quantile.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kFewest = 20;
constexpr std::size_t kWindow = 10;
constexpr std::size_t kMostSlow = 1;

constexpr Quantile kP75{750'000};

// What is not slow. A tail that is often disturbed does not make the first call a warm one.
std::int64_t limit_of(std::span<const std::int64_t> steady) {
  return std::min(quantile_of_sorted(steady, kP95),
                  std::max(quantile_of_sorted(steady, kP75), 2 * quantile_of_sorted(steady, kP50)));
}

// The first iteration that is warm: so are all but one of the window that it begins.
std::optional<std::size_t> warm_from(std::span<const std::int64_t> times, std::int64_t limit) {
  const auto slow = [limit](std::int64_t time) { return time > limit; };
  for (std::size_t i = 0; i + kWindow <= times.size(); ++i) {
    const auto window = times.subspan(i, kWindow);
    if (!slow(window.front()) && std::count_if(window.begin(), window.end(), slow) <= static_cast<int>(kMostSlow))
      return i;
  }
  return std::nullopt;
}

}  // namespace

std::optional<WarmUp> warm_up_of(std::span<const std::int64_t> times) {
  if (times.size() < kFewest) return std::nullopt;
  const auto half = times.subspan(times.size() / 2);
  std::vector<std::int64_t> steady(half.begin(), half.end());
  std::sort(steady.begin(), steady.end());
  WarmUp warm_up{.first_ns = times[0],
                 .second_ns = times[1],
                 .warm_ns = quantile_of_sorted(steady, kP50),
                 .warm_after = warm_from(times, limit_of(steady)),
                 .excess_ns = 0,
                 .one_call_removes = {}};
  if (!warm_up.warm_after) return warm_up;
  for (const std::int64_t time : times.first(*warm_up.warm_after))
    warm_up.excess_ns += std::max<std::int64_t>(0, time - warm_up.warm_ns);
  if (warm_up.excess_ns > 0)
    warm_up.one_call_removes = static_cast<double>(std::max<std::int64_t>(0, times[0] - warm_up.warm_ns)) /
                               static_cast<double>(warm_up.excess_ns);
  return warm_up;
}

std::vector<CurvePoint> curve_of(std::span<const std::int64_t> times) {
  std::vector<CurvePoint> curve;
  for (std::size_t begin = 0; begin < times.size();) {
    const std::size_t end = std::min(times.size(), std::max<std::size_t>(begin + 1, 2 * begin));
    const auto part = times.subspan(begin, end - begin);
    curve.push_back({.begin = begin, .end = end, .median_ns = median_of({part.begin(), part.end()})});
    begin = end;
  }
  return curve;
}

}  // namespace syncbench::analysis
