#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <numbers>

#include "harness/core/philox.hpp"

namespace syncbench::testing {

/// A stream of random numbers that is the same on every machine: std distributions differ between libraries.
class RandomNumbers {
 public:
  RandomNumbers(std::uint32_t seed, std::uint32_t stream) : key_{seed, stream} {}

  /// Strictly between 0 and 1.
  double uniform() {
    const auto words = philox4x32({counter_++, 0, 0, 0}, key_);
    return (words[0] + 0.5) / 4294967296.0;
  }

  double exponential(double mean) { return -mean * std::log(uniform()); }

  /// Standard normal (Box & Muller 1958).
  double normal() {
    const double radius = std::sqrt(-2 * std::log(uniform()));
    return radius * std::cos(2 * std::numbers::pi * uniform());
  }

 private:
  std::array<std::uint32_t, 2> key_;
  std::uint32_t counter_ = 0;
};

}  // namespace syncbench::testing
