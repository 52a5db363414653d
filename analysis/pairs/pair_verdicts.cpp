#include "analysis/pairs/pair_verdicts.hpp"

#include <algorithm>
#include <cmath>

namespace syncbench::analysis {
namespace {

const double kPlaceMargin = std::log(1.25), kLinkMargin = std::log(1.5);
constexpr std::size_t kFewestForDeviation = 5;  // places
constexpr double kDeviations = 3.5 * 1.48;      // Iglewicz & Hoaglin 1993: modified z-scores above 3.5 are outliers
constexpr std::size_t kFewestSlow = 2;
constexpr double kFollowed = 1 - 1e-6;  // leverage from which a residual says nothing

// The lower one of two in the middle: half of the places may be slow, and the others are still what is typical.
double middle_of(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>((values.size() - 1) / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

double deviation_of(const std::vector<double>& values) {
  if (values.empty()) return 0;
  const double middle = middle_of(values);
  std::vector<double> distances;
  for (const double value : values) distances.push_back(std::abs(value - middle));
  return middle_of(std::move(distances));
}

struct Typical {
  double log_time = 0, reach = 0;
};

// Each place's pairs, fastest first.
class Neighbourhoods {
 public:
  Neighbourhoods(std::size_t places, std::span<const PairTime> pairs) : pairs_(pairs), by_place_(places) {
    for (std::size_t i = 0; i < pairs.size(); ++i) all_.push_back(i);
    std::sort(all_.begin(), all_.end(),
              [&](std::size_t x, std::size_t y) { return pairs[x].log_time < pairs[y].log_time; });
    for (const std::size_t i : all_) {
      by_place_[pairs[i].a].push_back(i);
      by_place_[pairs[i].b].push_back(i);
    }
  }

  const std::vector<std::size_t>& of(std::size_t place) const { return by_place_[place]; }

  /// What a place typically takes in its other pairs; nothing if it has none.
  std::optional<Typical> without(std::size_t place, std::size_t pair) const {
    const auto& own = by_place_[place];
    if (own.size() < 2) return std::nullopt;
    return middle_without(own, pair);
  }

  /// What a pair is held against: the slower of what its two places typically take with others. Of places that meet
  /// nobody else, such as the only two ranks of each node, what other pairs typically take. Nothing if that is nothing.
  std::optional<Typical> beside(std::size_t pair) const {
    const auto of_a = without(pairs_[pair].a, pair), of_b = without(pairs_[pair].b, pair);
    if (of_a && of_b) return of_a->log_time > of_b->log_time ? of_a : of_b;
    if (of_a || of_b || all_.size() < 3) return std::nullopt;
    return middle_without(all_, pair);
  }

 private:
  Typical middle_without(const std::vector<std::size_t>& sorted, std::size_t pair) const {
    const auto at = static_cast<std::size_t>(std::find(sorted.begin(), sorted.end(), pair) - sorted.begin());
    const std::size_t middle = (sorted.size() - 2) / 2;
    const PairTime& typical = pairs_[sorted[middle < at ? middle : middle + 1]];
    return {typical.log_time, typical.reach};
  }

  std::span<const PairTime> pairs_;
  std::vector<std::size_t> all_;
  std::vector<std::vector<std::size_t>> by_place_;
};

MeanInterval factor_of(double log_factor, double reach) {
  return {std::exp(log_factor), std::exp(log_factor - reach), std::exp(log_factor + reach)};
}

class Judge {
 public:
  Judge(std::size_t places, std::span<const PairTime> pairs)
      : places_(places), pairs_(pairs), neighbourhoods_(places, pairs), all_(pair_effects(places, pairs)) {}

  PairVerdicts verdicts() {
    PairVerdicts verdicts;
    std::vector<SlowLink> apart = pairs_apart();
    if (3 * apart.size() > pairs_.size()) {
      verdicts.apart = apart.size();
      apart.clear();
    }
    std::vector<bool> left_out(pairs_.size(), false);
    for (const SlowLink& link : apart) left_out[link.pair] = true;
    std::vector<PairTime> kept;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      if (!left_out[i]) kept.push_back(pairs_[i]);
    }
    const PairEffects without = pair_effects(places_, kept);
    const double threshold = threshold_of(deviation_of(without.residuals), kLinkMargin, places_);
    for (const SlowLink& link : apart) {
      if (std::log(link.factor.lower) > threshold) verdicts.links.push_back(link);
    }
    verdicts.places = slow_places(without);
    verdicts.effects = std::move(all_);
    verdicts.effects.mean = without.mean;
    verdicts.effects.effects = without.effects;
    return verdicts;
  }

 private:
  static double threshold_of(double deviation, double margin, std::size_t count) {
    return count < kFewestForDeviation ? kLinkMargin : std::max(margin, kDeviations * deviation);
  }

  std::vector<SlowLink> pairs_apart() const {
    std::vector<SlowLink> apart;
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      const auto typical = neighbourhoods_.beside(i);
      if (!typical) continue;
      const double excess = pairs_[i].log_time - typical->log_time;
      const double reach = std::hypot(pairs_[i].reach, typical->reach);
      const double leverage = all_.leverages[i];
      const bool explained = leverage < kFollowed && all_.residuals[i] / (1 - leverage) <= kLinkMargin;
      if (excess - reach > kLinkMargin && !explained) apart.push_back({i, factor_of(excess, reach)});
    }
    return apart;
  }

  std::vector<SlowPlace> slow_places(const PairEffects& effects) const {
    std::vector<double> values;
    for (const auto& effect : effects.effects) {
      if (effect) values.push_back(effect->value);
    }
    if (values.empty()) return {};
    const double typical = middle_of(values);
    const double threshold = threshold_of(deviation_of(values), kPlaceMargin, values.size());
    std::vector<SlowPlace> slow;
    for (std::size_t place = 0; place < places_; ++place) {
      if (!effects.effects[place]) continue;
      const double excess = effects.effects[place]->value - typical;
      if (excess - effects.effects[place]->reach <= threshold) continue;
      SlowPlace found{place, factor_of(excess, effects.effects[place]->reach), 0, 0};
      count_partners(found);
      if (found.slow >= kFewestSlow && 4 * found.slow >= 3 * found.of) slow.push_back(found);
    }
    return slow;
  }

  void count_partners(SlowPlace& found) const {
    for (const std::size_t i : neighbourhoods_.of(found.place)) {
      const std::size_t partner = pairs_[i].a == found.place ? pairs_[i].b : pairs_[i].a;
      const auto typical = neighbourhoods_.without(partner, i);
      if (!typical) continue;
      ++found.of;
      if (pairs_[i].log_time - typical->log_time > kPlaceMargin) ++found.slow;
    }
  }

  std::size_t places_;
  std::span<const PairTime> pairs_;
  Neighbourhoods neighbourhoods_;
  PairEffects all_;
};

}  // namespace

PairVerdicts judge_pairs(std::size_t places, std::span<const PairTime> pairs) {
  return Judge(places, pairs).verdicts();
}

}  // namespace syncbench::analysis
