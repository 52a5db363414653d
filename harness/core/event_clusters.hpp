#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace syncbench {

/// Where an event lies in its point: its iteration among those that count, and the measured time before it, ns.
struct Moment {
  std::size_t row = 0;
  std::int64_t when = 0;
};

/// How far a point reaches: its iterations that count, and the time that they took with what lies between them, ns.
struct Extent {
  std::size_t rows = 0;
  std::int64_t time = 0;
};

inline constexpr std::size_t kWindows = 10;       ///< equal parts of a point's time
inline constexpr std::size_t kFewestWindows = 5;  ///< that events have to be spread over

/// How many events share a cause with each other, at least 1: `events / events_per_cluster()` are independent. It is
/// the greater of
/// - the autocorrelation time of the indicator "this iteration has an event", its sum ended at the first pair of lags
/// that
///   is not positive (C. J. Geyer, "Practical Markov chain Monte Carlo", Statistical Science 7, 1992): bursts of 10
///   give 10, one contiguous episode the length of the episode, an event in every iteration 1; and
/// - the index of dispersion of counts in up to 20 windows (D. R. Cox & P. A. W. Lewis, "The statistical analysis of
///   series of events", 1966), of windows in iterations or in time whichever is more even, if that exceeds what Poisson
///   events reach in one of a hundred cases.
/// `moments` ascend; there may be none. Work: linear in the events, times the lags of their correlation.
double events_per_cluster(std::span<const Moment> moments, Extent extent);

/// In how many of kWindows equal parts of the time there is an event.
std::size_t windows_with(std::span<const Moment> moments, Extent extent);

}  // namespace syncbench
