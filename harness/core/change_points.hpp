#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace syncbench {

/// What a change of level must reach to be called one.
struct ChangeRule {
  double least_change = 0.02;                   ///< relative change of the level
  std::int64_t shortest_rare_ns = 250'000'000;  ///< a level that few samples have must last so long
  std::size_t fewest_samples = 20;              ///< of one level
};

/// Finds where a series of times changes its level for good, or for a good part of the series: the first sample of each
/// new level, in order; empty for a series that keeps its level, and below 64 samples. `times`: ns, in order of
/// measurement. `lasting`: how long each sample stands for, ns, for instance from its start to the start of the next;
/// as many as `times`.
///
/// The series is cut into 64 windows twice: windows of equal duration and windows of an equal number of samples. An
/// operation that is slow for most of the time but in few samples shows in the first cut alone. A window's value is the
/// logarithm of its median (by duration in the first cut), so single outliers do not count. The best segmentations of
/// the 64 values into 2 to 5 levels of at least 8 windows (segmentation.hpp) are compared with critical values that
/// grow with the correlation of the residuals. A level that holds fewer than 15 % of the samples must last
/// rule.shortest_rare_ns besides: a burst is no level. Sources: Bai & Perron 1998, doi 10.2307/2998540, and 2003,
/// doi 10.1002/jae.659 (several changes, found at once); the critical values are our own, simulated.
///
/// Found in series without a change (1000 series each, n from 1000 to 10,000): lognormal, heavy-tailed, bimodal, with
/// ties, AR(1) up to 0.99, bursts of 10: at most 0.3 %; bursts of 100 in 2 % of the samples: at most 1 % from n = 3000
/// on, where they last under 0.25 s (n = 1000: 5 to 8 %; each is a tenth of the series there). Found of shifts in 40 %
/// of 10,000 samples with 20 % of noise: 35 % of those by 2 %, all by 5 % and more; AR(1) 0.9: 8 % of those by 5 %, 99
/// % by 20 %. Work is n log n; 100,000 samples take about 30 ms.
std::vector<std::size_t> change_points(std::span<const std::int64_t> times, std::span<const std::int64_t> lasting,
                                       const ChangeRule& rule = {});

}  // namespace syncbench
