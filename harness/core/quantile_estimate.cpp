#include "harness/core/quantile_estimate.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "harness/core/quantile_interval.hpp"
#include "harness/core/window_limits.hpp"

namespace syncbench {
namespace {

constexpr std::array<Quantile, 5> kLadder{kP50, kP90, kP95, kP99, kP999};
constexpr std::size_t kLateShare = 4;  // unknown times may be one such part of what lies beyond the quantile

// A series in both orders; the unknown times are the last of the ascending ones.
struct Series {
  std::span<const std::int64_t> in_order;
  std::vector<std::int64_t> ascending;
  std::size_t unknown = 0;

  std::size_t size() const noexcept { return ascending.size(); }
  std::size_t known() const noexcept { return ascending.size() - unknown; }
};

std::size_t unknown_in(std::span<const std::int64_t> series) {
  return static_cast<std::size_t>(std::count(series.begin(), series.end(), kUnknownTime));
}

Series series_of(std::span<const std::int64_t> in_order) {
  Series series{in_order, {in_order.begin(), in_order.end()}, 0};
  std::sort(series.ascending.begin(), series.ascending.end());
  series.unknown = unknown_in(in_order);
  return series;
}

QuantileEstimate refused(QuantileEstimate estimate, Refusal why, std::size_t needed) {
  estimate.refusal = why;
  estimate.needed = needed;
  return estimate;
}

// n · rarer side · millionths, so that no rounding decides: 4 · 10⁶ · unknown > n · (10⁶ − level).
bool too_many_unknown(std::size_t unknown, std::size_t n, Quantile quantile) {
  constexpr std::size_t kMillion = 1'000'000;
  const std::size_t beyond = kMillion - std::max<std::size_t>(quantile.millionths, kMillion - quantile.millionths);
  return kLateShare * kMillion * unknown > n * beyond;
}

// Independent iterations that the limits take.
std::size_t fewest_independent(const EffectiveSamples& effective, Quantile quantile) {
  return std::max(needed_samples(quantile), effective.correlated ? kFewestCorrelated : 0);
}

// Iterations of this correlation that would be worth what the limits take.
std::size_t needed_at(const EffectiveSamples& effective, std::size_t n, Quantile quantile) {
  const double each = static_cast<double>(n) / static_cast<double>(std::max<std::size_t>(effective.count, 1));
  return std::max(
      fewest_iterations(quantile),
      static_cast<std::size_t>(std::ceil(each * static_cast<double>(fewest_independent(effective, quantile)))));
}

// Places of the ascending series, from 1, of the quantile and its limits if all unknown times are the slowest; if they
// are the fastest, each lies `unknown` places before.
struct Places {
  std::size_t lower = 0, quantile = 0, upper = 0;
};

void fill(QuantileEstimate& estimate, const Series& series, const Places& places) {
  const auto at = [&series](std::size_t place) { return Nanos{series.ascending[place - 1]}; };
  const std::size_t late = series.unknown;
  estimate.fastest = at(places.quantile - late);
  estimate.slowest = at(places.quantile);
  estimate.lower = at(places.lower - late);
  estimate.upper = at(places.upper);
  const bool agree = at(places.lower) <= estimate.fastest && estimate.slowest <= at(places.upper - late);
  if (agree) estimate.value = at(quantile_rank(series.known(), estimate.quantile));
}

// Where correlation is too long to be known: whether it moves the quantile by too little to matter.
bool fill_by_windows(QuantileEstimate& estimate, const Series& series) {
  const auto limits = window_limits(series.in_order, estimate.quantile);
  if (!limits) return false;
  const std::size_t place = quantile_rank(series.size(), estimate.quantile);
  estimate.fastest = Nanos{series.ascending[place - series.unknown - 1]};
  estimate.slowest = Nanos{series.ascending[place - 1]};
  estimate.value = Nanos{series.ascending[quantile_rank(series.known(), estimate.quantile) - 1]};
  estimate.lower = Nanos{limits->lower};
  estimate.upper = Nanos{limits->upper};
  estimate.effective.resolved = false;
  return true;
}

QuantileEstimate estimate(const Series& series, Quantile quantile) {
  QuantileEstimate result;
  result.quantile = quantile;
  const std::size_t fewest = fewest_iterations(quantile);
  if (series.size() < fewest) {
    result.effective.count = series.size();
    return refused(result, Refusal::too_few, fewest);
  }
  if (too_many_unknown(series.unknown, series.size(), quantile)) return refused(result, Refusal::late_starts, 0);
  const std::size_t place = quantile_rank(series.size(), quantile);
  result.effective = effective_samples(series.in_order, series.ascending[place - 1]);
  const std::size_t needed = needed_at(result.effective, series.size(), quantile);
  const auto limits = interval_ranks(series.size(), result.effective.count, quantile);
  if (!result.effective.resolved || !limits ||
      result.effective.count < fewest_independent(result.effective, quantile)) {
    if (fill_by_windows(result, series)) return refused(result, Refusal::none, fewest);
    if (quantile == kP50) result.described = Nanos{series.ascending[quantile_rank(series.known(), quantile) - 1]};
    return result.effective.resolved ? refused(result, Refusal::correlated, needed)
                                     : refused(result, Refusal::unresolved, 0);
  }
  if (limits->lower <= series.unknown || limits->upper > series.known())
    return refused(result, Refusal::late_starts, 0);
  result = refused(result, Refusal::none, needed);
  fill(result, series, {limits->lower, place, limits->upper});
  return result;
}

QuantileEstimate below_refused(Quantile quantile, std::size_t n) {
  QuantileEstimate result;
  result.quantile = quantile;
  result.effective.count = n;
  const std::size_t fewest = fewest_iterations(quantile);
  return n < fewest ? refused(result, Refusal::too_few, fewest) : refused(result, Refusal::lower_quantile, 0);
}

Nanos share(Nanos sum, std::size_t operations) noexcept {
  if (sum.count() == kAbsent) return sum;
  const auto parts = static_cast<std::int64_t>(operations);
  return (sum + Nanos{parts / 2}) / parts;
}

constexpr std::array<Nanos QuantileEstimate::*, 6> kTimes{&QuantileEstimate::value,   &QuantileEstimate::fastest,
                                                          &QuantileEstimate::slowest, &QuantileEstimate::lower,
                                                          &QuantileEstimate::upper,   &QuantileEstimate::described};

}  // namespace

std::size_t fewest_iterations(Quantile quantile) {
  const std::size_t needed = needed_samples(quantile);  // throws for a level of 0 or 1
  constexpr std::size_t kMillion = 1'000'000;
  const std::size_t beyond = kMillion - std::max<std::size_t>(quantile.millionths, kMillion - quantile.millionths);
  const std::size_t fewest = quantile == kP50 ? kFewestBesideMedian : kFewestBeyond;
  return std::max(needed, (fewest * kMillion + beyond - 1) / beyond);
}

QuantileEstimate mean_of(QuantileEstimate of_sums, std::size_t operations) noexcept {
  if (operations == 1) return of_sums;
  const bool median = of_sums.quantile == kP50;
  for (const auto time : kTimes) of_sums.*time = median ? share(of_sums.*time, operations) : Nanos{kAbsent};
  return median ? of_sums : refused(of_sums, Refusal::mean, 0);
}

bool has_too_many_unknown(std::span<const std::int64_t> in_order, Quantile quantile) {
  return too_many_unknown(unknown_in(in_order), in_order.size(), quantile);
}

std::vector<QuantileEstimate> estimates(std::span<const std::int64_t> in_order, std::span<const Quantile> quantiles) {
  const Series series = series_of(in_order);
  std::map<Quantile, QuantileEstimate> wanted;
  for (const Quantile quantile : quantiles) wanted[quantile] = {};
  if (wanted.empty()) return {};
  for (const Quantile step : kLadder) {
    if (step < wanted.rbegin()->first) wanted[step] = {};
  }
  bool lower_refused = false;
  for (auto& [quantile, result] : wanted) {
    result = lower_refused ? below_refused(quantile, series.size()) : estimate(series, quantile);
    const bool step = std::find(kLadder.begin(), kLadder.end(), quantile) != kLadder.end();
    lower_refused = lower_refused || (step && result.refusal != Refusal::none);
  }
  std::vector<QuantileEstimate> all;
  for (const Quantile quantile : quantiles) all.push_back(wanted[quantile]);
  return all;
}

}  // namespace syncbench
