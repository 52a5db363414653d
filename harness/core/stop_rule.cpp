#include "harness/core/stop_rule.hpp"

#include <algorithm>
#include <vector>

#include "harness/core/error.hpp"
#include "harness/core/median_interval.hpp"
#include "harness/core/quantile_estimate.hpp"
#include "harness/core/quantile_interval.hpp"

namespace syncbench {
namespace {

constexpr int kAgreeing = 2;  // checks in a row

bool within(double precision, std::int64_t lower, std::int64_t median, std::int64_t upper) noexcept {
  const auto reach = static_cast<double>(std::max(upper - median, median - lower));
  return reach <= precision * static_cast<double>(median);
}

bool looks_precise(std::span<const std::int64_t> rest, double precision) {
  const auto interval = median_interval({rest.begin(), rest.end()});
  return interval && within(precision, interval->lower, interval->median, interval->upper);
}

}  // namespace

StopRule::StopRule(const StopOptions& options) : options_(options), next_check_(options.first_check) {
  if (options.first_check == 0) throw Error(ExitCode::internal, "a stop rule cannot look before the first iteration");
  if (!(options.precision >= 0)) throw Error(ExitCode::internal, "a stop rule's precision cannot be negative");
  if (options.promised) needed_samples(*options.promised);
}

std::optional<StopCause> StopRule::decide(const BlockedSeries& statistic, std::size_t iterations, Nanos time) {
  const bool look = due(iterations);
  while (next_check_ <= iterations) next_check_ += (next_check_ + 1) / 2;
  if (look) {
    agreeing_ = is_precise(statistic, options_.precision, options_.promised) ? agreeing_ + 1 : 0;
    // Where the cap on iterations would end it before the next check, more time cannot be had.
    const bool long_enough = time >= least_time_of(options_) || next_check_ > options_.most_iterations;
    if (long_enough && agreeing_ >= kAgreeing) return StopCause::precision;
  }
  if (iterations >= options_.most_iterations) return StopCause::count;
  if (time >= options_.most_time) return StopCause::time;
  return std::nullopt;
}

bool is_precise(const BlockedSeries& statistic, double precision, std::optional<Quantile> promised) {
  const std::size_t needed = needed_samples(promised.value_or(kP50));
  if (statistic.samples.size() < needed) return false;
  const Warmup warmup = find_warmup(statistic);
  if (warmup.steadiness != Steadiness::steady) return false;
  const auto rest = statistic.samples.subspan(statistic.begins[warmup.blocks]);
  if (rest.size() < needed || !looks_precise(rest, precision)) return false;

  std::vector<Quantile> quantiles{kP50};
  // No number of iterations carries a quantile that failed starts rule out.
  if (promised && !has_too_many_unknown(rest, *promised)) quantiles.push_back(*promised);
  const auto all = estimates(rest, quantiles);
  if (!std::all_of(all.begin(), all.end(), [](const QuantileEstimate& each) { return each.carried(); })) return false;
  const QuantileEstimate& median = all.front();
  return within(precision, median.lower.count(), median.value.count(), median.upper.count());
}

}  // namespace syncbench
