#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace syncbench::analysis {

/// What was measured between two places, which are nodes or ranks: the logarithm of a time, and half its 95 % interval.
struct PairTime {
  std::size_t a = 0, b = 0;
  double log_time = 0, reach = 0;
};

/// How much longer than the mean every pair of a place takes, logarithm of the factor; half the 95 % interval, from
/// those of the pairs.
struct PlaceEffect {
  double value = 0, reach = 0;
};

/// log time of pair (i, j) = mean + effect i + effect j + residual.
struct PairEffects {
  double mean = 0;
  std::vector<std::optional<PlaceEffect>> effects;  ///< by place, summing to 0; nothing where they cannot be told
  std::vector<double> residuals;                    ///< by pair
  std::vector<double> leverages;  ///< by pair: 1 where the fit cannot but follow it, since no other pair says anything
};

/// Effects by least squares over the pairs that there are. Effects can be told where places hang together by pairs that
/// close a ring of odd length: three places that all met, not two places, and not three of which two never met, where
/// one side of every pair may be slower and the other faster by the same. Work grows with the cube of the places,
/// memory with their square. Throws Error(internal) for a pair of a place with itself, or of none of the places.
PairEffects pair_effects(std::size_t places, std::span<const PairTime> pairs);

}  // namespace syncbench::analysis
