#include "harness/core/quantile_interval.hpp"

#include <algorithm>
#include <cmath>

#include <boost/math/distributions/binomial.hpp>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

// Outwards: the lower quantile is the largest k with P(B ≤ k) ≤ p, the upper one the smallest with P(B > k) ≤ p.
using Outwards = boost::math::policies::policy<
    boost::math::policies::discrete_quantile<boost::math::policies::integer_round_outwards>>;
using Binomial = boost::math::binomial_distribution<double, Outwards>;

void require_inside(double probability) {
  if (!(probability > 0 && probability < 1)) {
    throw Error(ExitCode::internal, "an interval needs a quantile and a confidence strictly between 0 and 1");
  }
}

// Ranks among independent samples. Expects enough of them, so that P(B ≤ 0) and P(B ≥ n) are at most half of the error.
OrderRanks independent_ranks(std::size_t n, double level, double half_error) {
  const Binomial below(static_cast<double>(n), level);
  const double lower = boost::math::quantile(below, half_error);
  const double upper = boost::math::quantile(boost::math::complement(below, half_error));
  // The sample of rank r lies above the quantile if at most r − 1 are below it, and under it if at least r are.
  return {static_cast<std::size_t>(lower) + 1, static_cast<std::size_t>(upper) + 1};
}

}  // namespace

std::size_t needed_samples(Quantile quantile, double confidence) {
  const double level = quantile.probability();
  require_inside(level);
  require_inside(confidence);
  const double longer_side = std::max(level, 1 - level);
  return static_cast<std::size_t>(std::ceil(std::log((1 - confidence) / 2) / std::log(longer_side)));
}

std::optional<OrderRanks> interval_ranks(std::size_t n, std::size_t effective, Quantile quantile, double confidence) {
  if (effective > n) throw Error(ExitCode::internal, "samples cannot be worth more than their number");
  if (effective < needed_samples(quantile, confidence)) return std::nullopt;
  const OrderRanks ranks = independent_ranks(effective, quantile.probability(), (1 - confidence) / 2);
  return OrderRanks{(ranks.lower - 1) * n / effective + 1, (ranks.upper * n + effective - 1) / effective};
}

}  // namespace syncbench
