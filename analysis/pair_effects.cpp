#include "pair_effects.hpp"

#include <algorithm>
#include <cmath>

#include <syncbench/core/error.hpp>

namespace syncbench::analysis {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

// A square matrix, row by row.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), values_(size * size, 0.0) {}
  double& operator()(std::size_t row, std::size_t column) { return values_[row * size_ + column]; }
  double operator()(std::size_t row, std::size_t column) const { return values_[row * size_ + column]; }
  std::size_t size() const noexcept { return size_; }

 private:
  std::size_t size_;
  std::vector<double> values_;
};

// In place, by Gauss and Jordan; a positive definite matrix needs no pivoting.
void invert(Matrix& m) {
  for (std::size_t k = 0; k < m.size(); ++k) {
    const double pivot = 1 / m(k, k);
    m(k, k) = 1;
    for (std::size_t j = 0; j < m.size(); ++j) m(k, j) *= pivot;
    for (std::size_t i = 0; i < m.size(); ++i) {
      if (i == k || m(i, k) == 0) continue;
      const double factor = m(i, k);
      m(i, k) = 0;
      for (std::size_t j = 0; j < m.size(); ++j) m(i, j) -= factor * m(k, j);
    }
  }
}

// Places that hang together, and whether they fall into two sides such that every pair joins one side with the other:
// then only sums over both sides can be told.
struct Components {
  std::vector<std::size_t> of;  // by place
  std::vector<bool> two_sided;  // by component
};

Components components_of(std::size_t places, std::span<const PairTime> pairs) {
  std::vector<std::vector<std::size_t>> partners(places);
  for (const PairTime& pair : pairs) {
    partners[pair.a].push_back(pair.b);
    partners[pair.b].push_back(pair.a);
  }
  Components components{std::vector<std::size_t>(places, kNone), {}};
  std::vector<int> side(places, 0);
  for (std::size_t start = 0; start < places; ++start) {
    if (components.of[start] != kNone) continue;
    const std::size_t component = components.two_sided.size();
    components.two_sided.push_back(true);
    components.of[start] = component;
    std::vector<std::size_t> open{start};
    while (!open.empty()) {
      const std::size_t place = open.back();
      open.pop_back();
      for (const std::size_t partner : partners[place]) {
        if (components.of[partner] == component) {
          if (side[partner] == side[place]) components.two_sided[component] = false;
          continue;
        }
        components.of[partner] = component;
        side[partner] = 1 - side[place];
        open.push_back(partner);
      }
    }
  }
  return components;
}

// The normal equations of time of (i, j) = half i + half j. Of two sides that can be shifted against each other, one
// place stays at 0.
class Fit {
 public:
  Fit(std::size_t places, std::span<const PairTime> pairs)
      : components_(components_of(places, pairs)), inverse_(places), halves_(places, 0.0) {
    std::vector<double> sums(places, 0.0);
    for (const PairTime& pair : pairs) {
      inverse_(pair.a, pair.a) += 1;
      inverse_(pair.b, pair.b) += 1;
      inverse_(pair.a, pair.b) += 1;
      inverse_(pair.b, pair.a) += 1;
      sums[pair.a] += pair.log_time;
      sums[pair.b] += pair.log_time;
    }
    hold_first_of_two_sides();
    invert(inverse_);
    for (const std::size_t place : held_) inverse_(place, place) = 0;
    for (std::size_t i = 0; i < places; ++i) {
      for (std::size_t j = 0; j < places; ++j) halves_[i] += inverse_(i, j) * sums[j];
    }
  }

  bool can_tell(std::size_t place) const { return !components_.two_sided[components_.of[place]]; }
  double half(std::size_t place) const { return halves_[place]; }
  /// By how much a pair's time moves the place's half.
  double weight(std::size_t place, const PairTime& pair) const {
    return inverse_(place, pair.a) + inverse_(place, pair.b);
  }

 private:
  void hold_first_of_two_sides() {
    std::vector<bool> held(components_.two_sided.size(), false);
    for (std::size_t place = 0; place < components_.of.size(); ++place) {
      const std::size_t component = components_.of[place];
      if (!components_.two_sided[component] || held[component]) continue;
      held[component] = true;
      held_.push_back(place);
      for (std::size_t j = 0; j < inverse_.size(); ++j) inverse_(place, j) = inverse_(j, place) = 0;
      inverse_(place, place) = 1;
    }
  }

  Components components_;
  Matrix inverse_;
  std::vector<double> halves_;
  std::vector<std::size_t> held_;
};

void add_effects(const Fit& fit, std::span<const PairTime> pairs, PairEffects& result) {
  std::vector<std::size_t> told;
  for (std::size_t place = 0; place < result.effects.size(); ++place) {
    if (fit.can_tell(place)) told.push_back(place);
  }
  if (told.empty()) {
    for (const PairTime& pair : pairs) result.mean += pair.log_time / static_cast<double>(pairs.size());
    return;
  }
  const auto count = static_cast<double>(told.size());
  double mean = 0;
  for (const std::size_t place : told) mean += fit.half(place) / count;
  result.mean = 2 * mean;
  std::vector<double> squares(told.size(), 0.0);
  for (const PairTime& pair : pairs) {
    double mean_weight = 0;
    for (const std::size_t place : told) mean_weight += fit.weight(place, pair) / count;
    for (std::size_t i = 0; i < told.size(); ++i) {
      const double moved = (fit.weight(told[i], pair) - mean_weight) * pair.reach;
      squares[i] += moved * moved;
    }
  }
  for (std::size_t i = 0; i < told.size(); ++i)
    result.effects[told[i]] = PlaceEffect{fit.half(told[i]) - mean, std::sqrt(squares[i])};
}

}  // namespace

PairEffects pair_effects(std::size_t places, std::span<const PairTime> pairs) {
  for (const PairTime& pair : pairs) {
    if (pair.a == pair.b || std::max(pair.a, pair.b) >= places)
      throw Error(ExitCode::internal, "a pair is of two places that there are");
  }
  PairEffects result;
  result.effects.resize(places);
  const Fit fit(places, pairs);
  add_effects(fit, pairs, result);
  for (const PairTime& pair : pairs) {
    result.residuals.push_back(pair.log_time - fit.half(pair.a) - fit.half(pair.b));
    result.leverages.push_back(fit.weight(pair.a, pair) + fit.weight(pair.b, pair));
  }
  return result;
}

}  // namespace syncbench::analysis
