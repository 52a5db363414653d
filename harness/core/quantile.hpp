#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace syncbench {

/// A quantile's level in whole millionths, so that ranks are exact: 0.07 × 100 is more than 7 in floating point.
struct Quantile {
  std::uint32_t millionths = 0;
  auto operator<=>(const Quantile&) const = default;

  constexpr double probability() const noexcept { return millionths / 1e6; }
};

inline constexpr Quantile kP50{500'000};
inline constexpr Quantile kP90{900'000};
inline constexpr Quantile kP95{950'000};
inline constexpr Quantile kP99{990'000};
inline constexpr Quantile kP999{999'000};

/// "p50", "p99", "p99.9".
std::string name_of(Quantile quantile);

/// Which order statistic of n samples the quantile is, from 1: ⌈n·q⌉, at least 1 (numpy's `inverted_cdf`; type 1 of
/// Hyndman & Fan 1996, doi 10.1080/00031305.1996.10473566). 0 if there are no samples. Throws Error(internal) for a
/// level above 1.
std::size_t quantile_rank(std::size_t n, Quantile quantile);

/// The quantile of ascending samples: always one of them, never interpolated. Throws Error(internal) if there are none.
/// It does not ask whether n carries the quantile; estimates() of quantile_estimate.hpp does.
std::int64_t quantile_of_sorted(std::span<const std::int64_t> ascending, Quantile quantile);

}  // namespace syncbench
