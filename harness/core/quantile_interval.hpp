#pragma once

#include <cstddef>
#include <optional>

#include "harness/core/quantile.hpp"

namespace syncbench {

/// Confidence of every interval that we print.
inline constexpr double kConfidence = 0.95;

/// Places in ascending samples, from 1.
struct OrderRanks {
  std::size_t lower = 0;
  std::size_t upper = 0;
};

/// The fewest independent samples that carry a two-sided interval for a quantile: both limits have to be samples, so
/// the chance that all samples fall on one side of it must be at most (1 − confidence)/2. At 95 %: 6 for p50, 72 for
/// p95, 368 for p99, 3688 for p99.9. Throws Error(internal) unless level and confidence lie strictly between 0 and 1.
std::size_t needed_samples(Quantile quantile, double confidence = kConfidence);

/// Which of n ascending samples, worth `effective` independent ones, are the limits of a confidence interval for the
/// quantile; nothing where `effective` is below needed_samples(). How many independent samples lie below the true
/// quantile is binomial, whatever their distribution; each limit errs with at most half of 1 − confidence (David &
/// Nagaraja, "Order Statistics", 3rd ed. 2003, section 7.1).
///
/// With `effective` < n each independent sample stands for n/effective neighbours in the ascending order, and the
/// limits are the outermost of those that the binomial's ranks stand for; the quantile's own rank lies between them
/// always. Throws Error(internal) if `effective` exceeds n, or for a level or confidence as above.
std::optional<OrderRanks> interval_ranks(std::size_t n, std::size_t effective, Quantile quantile,
                                         double confidence = kConfidence);

}  // namespace syncbench
