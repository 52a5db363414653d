#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/core/effective_samples.hpp"
#include "harness/core/names.hpp"
#include "harness/core/nanos.hpp"
#include "harness/core/quantile.hpp"

namespace syncbench {

/// The time of an iteration that was not measured as it was meant to be (its gate failed): it may have been any.
/// Greater than every time.
inline constexpr std::int64_t kUnknownTime = std::numeric_limits<std::int64_t>::max();

/// So many samples have to lie beyond a quantile, or its correlation cannot be estimated: with fewer, corrected
/// intervals for p99 of bursts of 10 covered 82 % (6 beyond), 85 % (20) and 93 % (30) where 60 gave 96 %.
inline constexpr std::size_t kFewestBeyond = 60;
/// So many on either side of the median, which is not rare.
inline constexpr std::size_t kFewestBesideMedian = 30;

/// So many independent iterations a series has to be worth whose iterations are correlated. Their number is itself an
/// estimate, and of series that are worth few those are printed whose correlation looks short by luck: for the median
/// of AR(1) 0.99 (4,000 iterations, worth 30) 90 % of such intervals covered, for p95 81 %. None of those is worth 140.
inline constexpr std::size_t kFewestCorrelated = 140;

/// Why there is no quantile.
enum class Refusal {
  none,            ///< there is one
  too_few,         ///< too few iterations lie beyond it to estimate how they are correlated
  correlated,      ///< the iterations are worth fewer independent ones than its limits take
  unresolved,      ///< correlation, drift or shifts over more than a twelfth of the iterations, of more than 2 %
  late_starts,     ///< too many iterations of unknown time: more than (1 − q)/4
  lower_quantile,  ///< a lower quantile is refused
  mean,            ///< samples are means of several operations, which have no tail
};

template <>
struct Names<Refusal> {
  static constexpr std::array<std::pair<Refusal, std::string_view>, 7> table{{
      {Refusal::none, "none"},
      {Refusal::too_few, "too-few-iterations"},
      {Refusal::correlated, "correlated"},
      {Refusal::unresolved, "unresolved"},
      {Refusal::late_starts, "late-starts"},
      {Refusal::lower_quantile, "lower-quantile"},
      {Refusal::mean, "mean"},
  }};
};

/// A quantile with its 95 % limits, or the bracket that unknown times leave of it, or the reason why there is none.
struct QuantileEstimate {
  Quantile quantile;
  Nanos value{kAbsent};    ///< absent where it is refused, and where only the bracket is known
  Nanos fastest{kAbsent};  ///< the quantile if iterations of unknown time were the fastest of all; absent if refused
  Nanos slowest{kAbsent};  ///< and if they were the slowest
  Nanos lower{kAbsent};    ///< limits, of the fastest and the slowest case; absent if refused
  Nanos upper{kAbsent};
  /// Of a median that is refused because iterations are correlated or drift: that of the iterations with a known time,
  /// which describes them and says nothing of others; else absent.
  Nanos described{kAbsent};
  EffectiveSamples effective;
  std::size_t needed = 0;  ///< iterations that it takes at this correlation; 0: no number is known that would do
  Refusal refusal = Refusal::too_few;

  /// No limits, but a median that describes the iterations.
  bool describes() const noexcept { return described.count() != kAbsent; }
  /// A plain value with limits.
  bool carried() const noexcept { return value.count() != kAbsent; }
  /// A bracket and no plain value.
  bool bracketed() const noexcept { return !carried() && fastest.count() != kAbsent; }
};

/// The fewest iterations that can carry a quantile, if they are independent: kFewestBeyond beyond it, and
/// needed_samples(). 60 for p50, 600 for p90, 1200 for p95, 6000 for p99, 60000 for p99.9. Throws as that does.
std::size_t fewest_iterations(Quantile quantile);

/// Whether so many iterations of a series have an unknown time that it says nothing of a quantile: more than (1 − q)/4.
bool has_too_many_unknown(std::span<const std::int64_t> in_order, Quantile quantile);

/// What is left of an estimate whose samples are sums of so many operations, 1 or more: the median becomes that of
/// their means, in whole ns, rounded; means have no tails, so any other quantile has no value, and needs no n (0) that
/// could give it one.
QuantileEstimate mean_of(QuantileEstimate of_sums, std::size_t operations) noexcept;

/// Estimates of the quantiles of a series in the order in which it was measured, ns; kUnknownTime for iterations of
/// unknown time. Those count twice, as the fastest and as the slowest of all: where each of the two order statistics
/// lies within the limits of the other, the plain value is that of the known times; else there is a bracket. Limits are
/// the outer ones of both.
///
/// Where correlation is too long to be known, limits are those of window_limits(), if the quantile moves by too little
/// to matter; then `effective` is not resolved.
///
/// A quantile is refused where any of p50, p90, p95, p99 and p99.9 below it is, so that what is said of one does not
/// depend on which others are asked for. Sorts a copy once: n log n. Throws Error(internal) for a level of 0 or 1.
std::vector<QuantileEstimate> estimates(std::span<const std::int64_t> in_order, std::span<const Quantile> quantiles);

}  // namespace syncbench
