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
/// The series is cut into 64 windows twice: windows of an equal number of samples, whose value is the logarithm of
/// their median, and windows of equal duration, whose value is the logarithm of the mean. An operation that is slow for
/// most of the time but in few samples shows in the second cut alone. One sample counts for one window at most, however
/// long it takes. The best segmentations of the 64 values into 2 to 5 levels of at least 8 windows (segmentation.hpp)
/// are compared with critical values that grow with the correlation of the residuals. A level with
/// less than 15 % of the samples must last rule.shortest_rare_ns besides: a burst is no level. A change that the
/// medians do not show is one only if the mean of each quarter of the slower level lies above the middle of both
/// levels. Sources: Bai & Perron 1998, doi 10.2307/2998540, and 2003, doi 10.1002/jae.659 (several changes, found at
/// once); the critical values are our own, simulated.
///
/// Found in series without a change (1000 series each, n from 1000 to 10,000): lognormal, heavy-tailed, bimodal, with
/// ties, AR(1) up to 0.99, bursts of 10: at most 0.6 %; bursts of 100 in 2 % of the samples from n = 3000 on: 1 % or
/// less where a burst takes up to ten times as long, 1 to 4 % at forty times (n = 1000: 6 to 8 %, each burst is a tenth
/// of the series). Found of shifts in 40 % of 10,000 samples with 20 % of noise: 58 % of those by 2 %, all by 5 % and
/// more; AR(1) 0.9: 7 % of those by 5 %, all by 20 %; AR(1) 0.99: 8 % of those by 20 %, 99 % of doublings. Work is n
/// log n; 100,000 samples take about 20 ms.
std::vector<std::size_t> change_points(std::span<const std::int64_t> times, std::span<const std::int64_t> lasting,
                                       const ChangeRule& rule = {});

}  // namespace syncbench
