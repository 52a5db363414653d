#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "harness/core/units.hpp"

namespace syncbench {

/// One rank's samples of neighbouring iterations: local ns, kAbsent where the rank took no part, and SampleStatus
/// numbers.
struct RankSamples {
  std::span<const std::int64_t> enter, leave;
  std::span<const std::uint8_t> status;
  std::span<const std::int64_t> evidence = {};  ///< [iteration][counter]; empty where nothing was read
  std::span<const std::int64_t> marks = {};     ///< [iteration][mark], local ns; empty where there are none
};

/// The statistic of a point's iterations: the longest leave − enter of any rank. Ranks are added one after the other in
/// any order, so that memory does not grow with their number. Ranks of a node, or a single one, are a group like any
/// other.
class IterationMaxima {
 public:
  explicit IterationMaxima(std::size_t iterations);

  /// Adds a rank's samples that begin at an iteration. Throws Error(data) if the three differ in length or reach beyond
  /// the last iteration, if a leave lies before its enter, or for a status that has no name.
  void add(std::size_t first_iteration, const RankSamples& samples);

  /// Adds what the slowest of several ranks took in each iteration (kAbsent: none took part), with the strongest status
  /// of any of them. Throws Error(data) as the other does, and for a time below zero.
  void add_slowest(std::span<const std::int64_t> times, std::span<const std::uint8_t> status);

  /// The longest time of an iteration, ns; kAbsent if no rank took part.
  std::int64_t maximum(Iteration iteration) const;

  /// Iterations after the warm-up whose latency counts: some rank took part, and none started late (its gate failed),
  /// got a wrong payload, or entered without leaving.
  std::vector<Iteration> eligible(std::size_t warmup) const;

  /// Iterations after the warm-up with a late start that would count but for it: their time is neither dropped nor
  /// trusted (series_with_unknown()).
  std::vector<Iteration> late_starts(std::size_t warmup) const;

  /// Iterations after the warm-up in which any rank started late.
  std::size_t late(std::size_t warmup) const;

  /// Iterations with a wrong payload on any rank, warm-up included: each of them fails the point.
  std::size_t corrupt() const;

 private:
  std::vector<Iteration> with_flags(std::size_t warmup, std::uint8_t flags) const;
  void add_sample(std::size_t iteration, std::int64_t enter, std::int64_t leave, std::uint8_t status);

  std::vector<std::int64_t> maximum_;
  std::vector<std::uint8_t> flags_;
};

/// The maxima of all iterations after the warm-up that count or would but for a late start, in their order: those with
/// a late start as kUnknownTime (quantile_estimate.hpp), because what makes a gate fail makes iterations long. `times`:
/// of a subject, a rank or a node; `all`: of all ranks of the same iterations, whose late starts concern every subject.
std::vector<std::int64_t> series_with_unknown(const IterationMaxima& times, const IterationMaxima& all,
                                              std::size_t warmup);

/// The maxima of the given iterations, in their order; those in which nobody took part are left out.
std::vector<std::int64_t> series_of(const IterationMaxima& maxima, std::span<const Iteration> iterations);

}  // namespace syncbench
