#include "harness/core/binomial_tail.hpp"

#include <boost/math/distributions/binomial.hpp>

#include "harness/core/error.hpp"

namespace syncbench {
namespace {

constexpr std::size_t kMostMissing = 1'000'000;

}  // namespace

double binomial_tail(std::size_t successes, std::size_t trials, double probability) {
  if (!(probability >= 0 && probability <= 1))
    throw Error(ExitCode::internal, "a binomial test needs a probability between 0 and 1");
  if (successes == 0) return 1;
  if (successes > trials) return 0;
  const boost::math::binomial_distribution<double> count(static_cast<double>(trials), probability);
  return boost::math::cdf(boost::math::complement(count, static_cast<double>(successes - 1)));
}

std::size_t missing_successes(std::size_t successes, std::size_t trials, double probability, double level) {
  const auto short_of = [&](std::size_t more) {
    return binomial_tail(successes + more, trials + more, probability) >= level;
  };
  if (!short_of(0)) return 0;
  std::size_t high = 1;
  while (high < kMostMissing && short_of(high)) high *= 2;
  if (high >= kMostMissing) return kMostMissing;
  std::size_t low = high / 2;  // still short
  while (high - low > 1) {
    const std::size_t middle = low + (high - low) / 2;
    (short_of(middle) ? low : high) = middle;
  }
  return high;
}

}  // namespace syncbench
