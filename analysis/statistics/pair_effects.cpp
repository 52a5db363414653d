#include "analysis/statistics/pair_effects.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>

#include "harness/core/error.hpp"

namespace syncbench::analysis {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

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
  Fit(std::size_t places, std::span<const PairTime> pairs) : components_(components_of(places, pairs)) {
    const Eigen::Index size = index(places);
    Eigen::MatrixXd equations = Eigen::MatrixXd::Zero(size, size);
    Eigen::VectorXd sums = Eigen::VectorXd::Zero(size);
    for (const PairTime& pair : pairs) {
      for (const std::size_t one : {pair.a, pair.b}) {
        for (const std::size_t other : {pair.a, pair.b}) equations(index(one), index(other)) += 1;
        sums(index(one)) += pair.log_time;
      }
    }
    const std::vector<Eigen::Index> held = first_of_two_sides();
    for (const Eigen::Index place : held) {
      equations.row(place).setZero();
      equations.col(place).setZero();
      equations(place, place) = 1;
    }
    inverse_ = equations.llt().solve(Eigen::MatrixXd::Identity(size, size));
    for (const Eigen::Index place : held) inverse_(place, place) = 0;
    halves_ = inverse_ * sums;
  }

  bool can_tell(std::size_t place) const { return !components_.two_sided[components_.of[place]]; }
  double half(std::size_t place) const { return halves_(index(place)); }
  /// By how much a pair's time moves the place's half.
  double weight(std::size_t place, const PairTime& pair) const {
    return inverse_(index(place), index(pair.a)) + inverse_(index(place), index(pair.b));
  }

 private:
  static Eigen::Index index(std::size_t place) { return static_cast<Eigen::Index>(place); }

  std::vector<Eigen::Index> first_of_two_sides() const {
    std::vector<bool> seen(components_.two_sided.size(), false);
    std::vector<Eigen::Index> first;
    for (std::size_t place = 0; place < components_.of.size(); ++place) {
      const std::size_t component = components_.of[place];
      if (!components_.two_sided[component] || seen[component]) continue;
      seen[component] = true;
      first.push_back(index(place));
    }
    return first;
  }

  Components components_;
  Eigen::MatrixXd inverse_;
  Eigen::VectorXd halves_;
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
