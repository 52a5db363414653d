#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace syncbench::truth {

/// A reproducible sequence of random numbers: Philox4x32-10 over a counter. Two streams of one seed are independent.
class Random {
 public:
  Random(std::uint32_t seed, std::uint32_t stream) : key_{seed, stream} {}

  /// Draws evenly from (0, 1).
  double even();
  /// Draws from the standard normal distribution (Box & Muller 1958, doi 10.1214/aoms/1177706645).
  double normal();
  /// Draws from the exponential distribution with mean 1.
  double exponential();
  /// Draws the number of trials up to the first success, 1 at least, so that its mean is `mean` (1 or more).
  std::size_t geometric(double mean);
  bool chance(double share) { return even() < share; }
  std::size_t below(std::size_t count) { return static_cast<std::size_t>(even() * static_cast<double>(count)); }

 private:
  std::array<std::uint32_t, 2> key_;
  std::array<std::uint32_t, 4> words_{};
  std::uint64_t counter_ = 0;
  std::size_t used_ = 4;
};

}  // namespace syncbench::truth
