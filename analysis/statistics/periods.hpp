#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "harness/core/detour.hpp"

namespace syncbench::analysis {

/// Interruptions that come at regular times.
struct Period {
  double nanos = 0;        ///< from one to the next
  double length_ns = 0;    ///< median of those that belong to it
  std::size_t events = 0;  ///< that belong to it
  double lost_ns = 0;      ///< what they took together
  double p = 1;            ///< at most this likely if interruptions came at random, over all periods that were tried
};

/// Periods in the starts of one rank's detours, the costliest first, at most three. `detours` are sorted by time;
/// `jitter`: how far a start may lie from where it is said to be; a period of less than four times that cannot be told.
///
/// Candidates are the modes of the intervals between detours, not only neighbours, first among the longest of them,
/// then among ever shorter ones too. A candidate is judged by Rayleigh's test for a phase that is not uniform (Mardia &
/// Jupp, Directional Statistics, 2000; for event times Buccheri et al., A&A 128, 1983), in segments of 64 periods, so
/// that a timer may drift, each against chance and together by a bound on the sum (Chernoff's for the gamma
/// distribution), times the number of candidates; detours that come in bursts count as one. Besides at least half of
/// the moments at which one was due must have one. What belongs to a period is taken out before the next is looked for.
/// Takes some n log n steps.
std::vector<Period> find_periods(std::span<const Detour> detours, Nanos jitter);

}  // namespace syncbench::analysis
